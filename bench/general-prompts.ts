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
