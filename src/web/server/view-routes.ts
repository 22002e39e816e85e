// The views of the page, one use case each.

import type { Hono } from "hono";
import type { ListQuery, MemoryRef } from "../../app/page/views.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { API } from "../protocol.ts";
import {
  demandText,
  PROMPT_CHARS_MAX,
  readBody,
  readEdited,
  readListQuery,
  readRef,
} from "./read-request.ts";

/** Each takes the workspace as it is at that moment, and answers data of app/page/views.ts. */
export type Views = {
  readonly overview: (workspace: Workspace) => unknown;
  readonly queue: (workspace: Workspace) => unknown;
  readonly memory: (workspace: Workspace, ref: MemoryRef) => unknown;
  readonly memories: (workspace: Workspace, query: ListQuery) => unknown;
  readonly recall: (workspace: Workspace, prompt: string) => unknown;
  readonly keptOut: (workspace: Workspace) => unknown;
  readonly sessions: (workspace: Workspace) => unknown;
  readonly health: (workspace: Workspace) => unknown;
  readonly check: (
    workspace: Workspace,
    edited: { readonly ref: MemoryRef; readonly text: string },
  ) => unknown;
  /** The report as a file, by its format. */
  readonly audit: (workspace: Workspace, format: string) => Promise<Exported>;
  /** Something changed on disk: what is kept from it is no longer right. */
  readonly changed: () => void;
  readonly close: () => void;
};

export type Exported = { readonly name: string; readonly type: string; readonly text: string };

export function addViews(
  app: Hono,
  { open, views }: { readonly open: () => Workspace; readonly views: Views },
): void {
  const plain = {
    overview: "overview",
    queue: "queue",
    "kept-out": "keptOut",
    sessions: "sessions",
    health: "health",
  };
  for (const [path, name] of Object.entries(plain) as [string, "overview"][]) {
    app.get(`${API}/${path}`, async () => Response.json(await views[name](open())));
  }
  app.get(`${API}/memory`, async ({ req }) =>
    Response.json(await views.memory(open(), readRef(req.query()))),
  );
  app.get(`${API}/memories`, async ({ req }) => {
    const query = readListQuery(new URL(req.url).searchParams);
    return Response.json(await views.memories(open(), query));
  });
  app.post(`${API}/recall`, async ({ req }) => {
    const prompt = demandText(await readBody(req.raw), "prompt", PROMPT_CHARS_MAX);
    return Response.json(await views.recall(open(), prompt));
  });
  app.post(`${API}/check`, async ({ req }) => {
    const body = await readBody(req.raw);
    return Response.json(await views.check(open(), { ref: readRef(body), text: readEdited(body) }));
  });
  app.get(`${API}/audit`, async ({ req }) => {
    const { name, type, text } = await views.audit(open(), req.query("format") ?? "html");
    return new Response(text, {
      headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
    });
  });
}
