// The shapes of the hub's endpoints: routes that answer in JSON, and mounts on which another protocol answers.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Bearer } from "../access/tokens.ts";
import type { Sql } from "../database/connect.ts";

export type Question = {
  readonly sql: Sql;
  readonly bearer: Bearer;
  /** The groups of the path. */
  readonly parts: readonly string[];
  /** The JSON body; undefined without one. */
  readonly body: unknown;
};

/** `objects`: how many objects the answer concerns, for the access log. */
export type Answer = { readonly json: unknown; readonly objects?: number; readonly isLogged?: true };

export type Route = {
  /** For logs and metrics. */
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  readonly bodyBytesMax: number;
  /** Runs before the body is read, and throws when the bearer may not make this request. */
  readonly admit?: (question: Omit<Question, "body">) => Promise<unknown>;
  readonly answer: (question: Question) => Promise<Answer>;
};

export type Mount = {
  readonly name: string;
  readonly path: string;
  /** True when it is served without a token; `bearer` is then null. */
  readonly isPublic: boolean;
  readonly serve: (
    request: IncomingMessage,
    response: ServerResponse,
    bearer: Bearer | null,
  ) => Promise<void>;
};
