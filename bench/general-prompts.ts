// What people say to an agent all day that no memory can help with.

export const GENERAL_PROMPTS: readonly string[] = `
fix the failing test | continue | ok do it | yes | go ahead | refactor this function to be cleaner |
what does this error mean | why is this failing | please continue with the next step |
looks good, thanks | that did not work, try again | undo that | explain this code to me |
can you make this shorter | add a comment here | rename this variable to something better |
write a test for this | run the tests again | now fix the lint errors | commit this | what changed |
show me the diff | is this correct | do the same for the other file | you forgot one case |
clean this up | make it faster | can you double check that | there is still a bug in there |
it still fails with the same error | remove the unused code | split this into two functions |
move this to its own file | what do you think about this approach | summarize what you did | ok next |
keep going until everything passes | the build is broken, please fix it |
find out why this returns undefined | add error handling | handle the edge cases too |
please be more careful | revert your last change | that is not what I asked for | stop and explain |
let's try a different approach | what would you recommend | which option is better |
how would you do this | give me three alternatives | is there a simpler way to do this |
make sure nothing else breaks | update the docs accordingly | write the documentation for this |
add types to this function | implement the missing part | finish the implementation |
complete the remaining items on the list | start with the first one | do all of them | no, the other one |
perfect, now do the rest | good catch | why did you change that | where is this used |
who calls this function | what is this file for | walk me through this step by step |
can you look into this issue | please review my changes |
review this pull request and tell me what to improve | what are the risks here |
is it safe to delete this | can this be done in one line | make the output prettier |
the formatting is off | align it properly | use a better name for it |
this is too complicated, simplify it | I don't understand this part | what happens if the input is empty |
add a few more examples | create a new file for this | put it in the right folder |
open the file and look at line 40 | check the logs |
look at the stack trace below and tell me what is wrong | here is the output, what next | it works now |
it works on my machine but not on yours | same problem as before | any idea why |
try to reproduce the problem first | write a minimal example | before you start, make a plan |
show me the plan first | don't change anything yet | just answer the question |
only change what is needed | be brief | tell me more about that | how long will this take | are you sure |
did you run it | did you test that | what is left to do | what is the status |
let me know when you are done | please fix all the type errors | add logging so we can see what happens |
print the value before it crashes | turn this into a class | convert this to a function |
make this configurable | make it work with the new version | bump the version | clean up the imports |
sort this list | extract the common part | delete the old one | replace it everywhere |
search for other places with the same mistake | apply the same fix there |
merge both and keep the better one | use the existing helper instead | don't add new dependencies |
keep the public interface as it is | make the tests less flaky | speed up this loop |
why is this so slow | reduce the memory usage | I get a different result each time |
the page does not load | nothing happens when I click the button | the numbers are wrong |
this should return a list | the last commit broke something | write a short summary of this conversation |
translate this comment to English | write a haiku about the sea | tell me a joke | what time is it |
what is the capital of France | who are you | how are you today | thank you very much, that was helpful |
good morning | let's take a break | I will be back in an hour | please answer in German |
draft a polite reply to this message | write an email to my team about the delay |
give me a name for my cat | plan a weekend in Lisbon for two | what should I cook tonight |
calculate 15 percent of 240 | explain it to me like I am five | can you draw a diagram of this |
write the release notes | prepare the demo for tomorrow | help me think about the design |
what are the pros and cons | compare the two solutions | you can ignore the warnings for now |
the warnings are back | it hangs forever | it crashes at startup | something is wrong with the last step`
  .split("|")
  .map((prompt) => prompt.trim());

/** The same, written when the judge was fitted for young stores: small talk, arithmetic, questions that any book answers. */
export const SMALL_TALK: readonly string[] = `
write a haiku about the first snow | a limerick about a grumpy compiler, please | what is 17 times 23 |
what is 12.5 % of 960 | convert 72 fahrenheit to celsius | how many days are there until christmas |
good night, see you tomorrow | happy friday | did you have a nice weekend | I am so tired today | lunch time, back soon |
sorry, my mistake | never mind | haha, nice one | you are the best | that was a lot of work | how old are you |
are you a human | what can you do | do you remember me | what is your favourite colour | sing me a song |
suggest a name for a goldfish | three ideas for a birthday present for my brother | what rhymes with orange |
recommend a film for tonight | which book should I read next | how do I get a red wine stain out of a shirt |
give me a pancake recipe for four | how long do I boil an egg | what is the weather like in Oslo in May |
who won the world cup in 1998 | what is the tallest mountain in Africa | when did the Berlin wall fall |
how far is the moon | why is the sky blue | what does the word serendipity mean | spell necessary |
translate good luck into Portuguese | how do you say thank you in Japanese | correct the grammar of this sentence |
make this paragraph sound friendlier | shorten this mail to three lines | write a toast for a wedding |
write a limerick about mondays | give me a riddle | flip a coin | pick a number between one and ten |
what day of the week was the first of January 2000 | how many seconds are in a week | is 91 a prime number |
square root of 1764 | add up 14, 27 and 33 | run it again please | rerun the last command |
run the linter | start the dev server | build it once more | stop the server | kill that process | install the packages |
show me the last ten lines of the log | scroll up a bit | open that file again | close the other tab | print the whole file |
what is in this directory | how many lines does this file have | which branch am I on | what did I change since yesterday |
stash my changes | undo the last commit | squash the last two commits | resolve the merge conflict |
explain this regex to me | what does this operator do | what is a closure | what is the difference between let and const |
how does a hash map work | what is big o notation | explain recursion with an example |
when should I use an interface instead of a type | how do I reverse a string in python | what does git rebase do |
how do I exit vim | how do I sort an array of objects by a field | center a div with css |
convert this json to yaml | turn this callback into a promise | write a regex for an email address |
write a function that checks whether a number is even | give me a one-liner that counts words |
what does exit code 137 mean | why do I get a null pointer here | what is wrong with line 12 |
add a newline at the end of the file | indent with two spaces | use single quotes | rename x to count |
put braces around that | swap the two arguments | inline this variable | extract a method here | delete this line |
uncomment that block | how would you test this | is this thread safe | can you type that out in full |
say that again in simpler words | one more time | shorter please | longer please | more examples`
  .split("|")
  .map((prompt) => prompt.trim());
