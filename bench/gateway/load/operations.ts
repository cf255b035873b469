import type { RawClient } from './raw-client.ts';

let calls = 0;

/** Calls the echo tool with a unique text, and checks that it comes back. */
export async function callEcho(client: RawClient, tool: string): Promise<void> {
  const text = `call-${++calls}`;
  const { result, error } = (await client.request('tools/call', { name: tool, arguments: { text } })).message();
  const answered = (result as { readonly content?: readonly { readonly text?: string }[] } | undefined)?.content?.[0]
    ?.text;
  if (answered !== text) throw new Error(error?.message ?? `expected '${text}', got ${JSON.stringify(result)}`);
}

export interface Listing {
  /** From the first request to the last byte of the last page, without the client's own parsing. */
  readonly ms: number;
  readonly bytes: number;
  readonly pages: number;
  readonly tools: number;
}

/** Lists all tools, page by page. */
export async function listTools(client: RawClient): Promise<Listing> {
  let [ms, bytes, pages, tools] = [0, 0, 0, 0];
  let cursor: string | undefined;
  do {
    const begin = performance.now();
    const reply = await client.request('tools/list', cursor === undefined ? {} : { cursor });
    ms += performance.now() - begin;
    const { result, error } = reply.message();
    if (error !== undefined) throw new Error(`tools/list: ${error.message}`);
    const page = result as { readonly tools: readonly unknown[]; readonly nextCursor?: string };
    bytes += reply.bytes;
    pages += 1;
    tools += page.tools.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { ms, bytes, pages, tools };
}
