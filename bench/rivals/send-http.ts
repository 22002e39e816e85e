// One request over a connection of its own, with whatever headers: none is left open in a server that is killed in between.

import { request } from "node:http";

const REQUEST_MS = 20_000;

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Answer = { readonly status: number; readonly text: string };

export function sendHttp(port: number, asked: Asked): Promise<Answer> {
  const { method, path, headers, body } = asked;
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, method, path, headers, agent: false, timeout: REQUEST_MS };
    const sent = request(options, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.on("error", reject);
    sent.end(body);
  });
}
