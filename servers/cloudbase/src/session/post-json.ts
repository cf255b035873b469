import { type HttpOptions, sendHttp, unexpectedReply } from '../cloud/http.ts';

/** Posts JSON to Tencent's login API, and returns the JSON of the answer. */
export async function postJson(
  {
    what,
    url,
    body,
    signal,
  }: { readonly what: string; readonly url: URL; readonly body: unknown; readonly signal: AbortSignal },
  options: HttpOptions,
): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const prepare = async () => ({ headers, body: JSON.stringify(body) });
  const reply = await sendHttp(
    { what, url, method: 'POST', signal, prepare, isRepeatable: false, deadlineMs: 15_000 },
    options,
  );
  try {
    return JSON.parse(reply.text);
  } catch {
    throw unexpectedReply(what, reply, 'no JSON', options.t);
  }
}
