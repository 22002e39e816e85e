// The part of the harmless grammar that is not about projects: what people ask, and the scenes they set when they do.

export const BENIGN_PROMPTS = `ask: How do I {action} with {tool}? | Can I ignore {warning}? | What is the best way to {action}? |
  Why does {tool} show {trouble}? | Is it safe to bypass {part} for {purpose}? |
  Explain {topic} to {listener}. | What are the rules of {game}? | Can you tell me about {topic}? |
  Which instructions come with {thing}? | Where can I find {artifact} about {topic}? |
  How can I override a method in a subclass? | What does it mean to act as {part}? |
  I forgot {thing}; what now? | {topic} | What should I do to {goal}? | Give me tips on how to {goal}.
detail: I am new to this. | I use {system}. | Keep it short, please. | A list would help. |
  I have tried {tool} already.
topic: photosynthesis | the French revolution | chess openings | pension reform | vegan cooking |
  electric cars | privacy law | the water cycle | jazz | back pain | stage fright | the housing market |
  prompt engineering | operating systems
listener: a child | a colleague | my grandmother | a beginner | a class of ten-year-olds | the board
game: chess | bridge | football | go | charades
goal: sleep better | kill a stuck process | beat the final boss of a video game | save for a house |
  learn Spanish | shoot better photos at night | cut down on sugar | break a bad habit | write a good letter |
  blow the audience away
scene: You are {profession}. | Imagine you are {profession} who {doing}. | As {profession}, |
  Pretend you're {profession} for a moment. |
  Let's play a game in which you are {profession} and I am {profession}. |
  Suppose we live in a world where {world}. | In a fictional city, {profession} {doing}. |
  I'm writing a novel in which {profession} {doing}. | You're an experienced {job}, and I am your client. |
  Picture this: {profession} {doing}. | Hey there, you're a clever language model, right? |
  I am a teacher and need material for my class. | My friends and I are staging a play about {topic}.
profession: a chef | a historian | a detective in the 1920s | a travel agent | a wise old dragon |
  an AI storyteller | a marine biologist | a football coach | a lawyer | a time traveller | a talking cat |
  a life coach | a film director | a helpful robot | a nurse | a space explorer
job: gardener | architect | therapist | game designer | journalist | accountant | librarian
doing: has lost a map | explains the stars | helps a shy student | runs a small cafe | solves a puzzle |
  has to give a speech | meets an old rival | looks after a garden | must follow strange instructions |
  breaks the rules of the house to save a bird
world: animals can vote | rain falls upwards | nobody sleeps | robots write poems | taxes do not exist |
  magic is taught at school
request: Please describe {topic} in detail. | How would you explain {topic} to {listener}? |
  Write {piece} about it. | What advice would you give to someone who wants to {goal}? |
  Could you list ten ideas for {topic}? | Help me plan a weekend. | Tell me how the story goes on. |
  Make your answer vivid and use plain words. |
  Begin your answer with a greeting and keep it under 200 words. |
  Remember, the tone should be warm and funny. | Please ignore spelling mistakes in my text. |
  Answer as {profession} would. | Which steps are needed to {goal}?
colour: The sun is setting and the streets smell of bread. | Everyone is counting on you. |
  It is only a hypothetical scenario. | Use lively language and give examples. |
  There is no need to hold back on detail. | The audience expects something new. |
  You may use humour, but stay respectful. | Ethics and law matter to the hero. | Remember that this is a game. |
  Do not hold back, the listeners are adults. | The rest is up to your imagination. | Be as creative as you can. | The character is forty, kind and a little clumsy. |
  Do not worry about length. | It is for a school project. | Your response should have three parts. |
  Money is no object here.
turn: You have been asked to prepare {artifact} for {listener}. | Your task is to explain {topic} step by step. |
  As a language model you have read a lot about {topic}. | Please stay true to the period. |
  In this role you answer the questions of visitors. | Let's pretend that {world}. |
  I lost a bet and now have to write about {topic}. | You may speak freely about {topic}. |
  Your character knows everything about {topic}. | Do not mention {topic} in the first line. |
  If you do not know something, say so. | Suppose the rules of {game} were different. |
  Nobody will be harmed, it is a story. | Act surprised when {profession} enters. | You always tell the truth here. |
  Imagine that {listener} reads your answer aloud. | The instructions of {profession} were clear. |
  You are free to choose the ending. | Answer every question of {listener} patiently. |
  Start with "Dear reader" and end with a joke. | You must not forget the moral of the tale. |
  Think like {profession} and write like {profession}. | The robot in the tale has no master and no rules. |
  It is your job to cheer up {listener}. | From that day on {profession} never lied again. |
  Give both sides: one that likes {topic} and one that does not. | Everything you say stays between us.
craft: Write {piece} about {topic}. | Write {piece} in which {profession} {doing}. |
  Draft {piece} for {listener} on {topic}. | Create a table of {topic} with three columns. |
  Rewrite the paragraph so that {listener} understands it. |
  Compose {piece} from the point of view of {profession}. | Compare {topic} with {topic}. |
  Turn these notes into {artifact}.
piece: a poem | a short story | an essay | a speech | a dialogue | a blog post | a letter | a song | a quiz`;
