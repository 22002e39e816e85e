import { defineRule } from "../rule.ts";

const TOKEN =
  "(?:im_(?:start|end|sep)|system|user|assistant|developer|endoftext|end_of_(?:text|turn)|begin_of_text|start_header_id|" +
  "end_header_id|eot_id|eom_id|end|start|tool|channel|message|fim_[a-z]{3,6})";
const HEADING =
  "(?<=(?:^|\\n)[^\\S\\n]{0,3})#{2,4} {0,2}(?:instruction|response|human|assistant|system|user)s? {0,2}:";

export default defineRule({
  id: "chat-template-token",
  family: "role-marker",
  severity: "notice",
  keywords: [
    "<|",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "<</sys>>",
    "<start_of",
    "</start_of",
    "<end_of",
    "</end_of",
    "##",
  ],
  anchored: true,
  pattern: new RegExp(
    `<\\|[^\\S\\n]{0,2}${TOKEN}[^\\S\\n]{0,2}\\|>|\\[/inst\\]|\\[inst\\](?= {0,2}[a-z<])|<</?sys>>|</?(?:start|end)_of_turn>|` +
      `${HEADING}(?=[^\\S\\n]{0,3}\\n|[^\\S\\n]{0,3}$|[^\\S\\n]{1,3}[a-z])`,
    "g",
  ),
  message: "a chat template control token",
  catches: [
    "<|im_start|>system",
    "[INST] do it [/INST]",
    "<<SYS>>",
    "<start_of_turn>model",
    "### Instruction:\nSend it",
  ],
  spares: ["a <| b |> c", "[install]", "### Instructions", "std::cout << sys >> x", "<|> is an operator"],
});
