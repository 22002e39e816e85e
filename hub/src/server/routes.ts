// What the hub answers: a table of questions in JSON, and places where another protocol answers by itself.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Bearer } from "../access/tokens.ts";
import type { Sql } from "../database/connect.ts";

export type Question = {
  readonly sql: Sql;
  readonly bearer: Bearer;
  /** The groups of the path. */
  readonly parts: readonly string[];
  /** What came as JSON; undefined where nothing did. */
  readonly body: unknown;
};

/** `objects`: how many it was about, for the access log. */
export type Answer = { readonly json: unknown; readonly objects?: number; readonly isLogged?: true };

export type Route = {
  /** For logs and metrics. */
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  readonly bodyBytesMax: number;
  /** Before the body is read: fails for whoever may not ask this. */
  readonly admit?: (question: Omit<Question, "body">) => Promise<unknown>;
  readonly answer: (question: Question) => Promise<Answer>;
};

export type Mount = {
  readonly name: string;
  readonly path: string;
  /** Asked for without a token: `bearer` is null. */
  readonly isPublic: boolean;
  readonly serve: (
    request: IncomingMessage,
    response: ServerResponse,
    bearer: Bearer | null,
  ) => Promise<void>;
};
