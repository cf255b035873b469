import * as z from 'zod';
import { type HttpReply, sendHttp, unexpectedReply } from '../../cloud/http.ts';
import { CloudBaseError } from '../../errors.ts';
import type { Work } from '../../tools/define-tool.ts';

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().nullish() });
const Failure = z.object({ code: z.string().min(1), message: z.string().nullish(), requestId: z.string().nullish() });
const Chunk = z.object({ text: z.string().nullish() });
const Found = z.object({
  data: z.object({
    documents: z
      .array(
        z.object({
          score: z.number(),
          data: z.object({
            text: z.string(),
            paragraphTitle: z.array(z.string()).nullish(),
            pre: z.array(z.union([z.string(), Chunk])).nullish(),
            next: z.array(z.union([z.string(), Chunk])).nullish(),
          }),
          documentSet: z
            .object({ documentSetName: z.string().nullish(), fileMetaData: z.string().nullish() })
            .nullish(),
        }),
      )
      .nullish(),
  }),
  requestId: z.string().nullish(),
});
type KnowledgeReply = z.output<typeof Found>;

/** The maximum lifetime of a cached token, in milliseconds. */
const TOKEN_MS = 60 * 60_000;
const DEADLINE_MS = 20_000;

/** Cached tokens by address of the knowledge base. */
const tokens = new Map<string, { readonly token: string; readonly until: number }>();

/** Searches the knowledge base of CloudBase with an anonymous sign-in. */
export async function askKnowledgeBase(body: object, work: Work): Promise<KnowledgeReply> {
  const { endpoints, t } = work;
  const key = endpoints.knowledge.href;
  let reply = await search(body, await getToken(work), work);
  if (reply.status === 401) {
    tokens.delete(key);
    reply = await search(body, await getToken(work), work);
  }
  const parsed = parse(reply.text);
  const failure = Failure.safeParse(parsed);
  if (failure.success) {
    const { code, message, requestId } = failure.data;
    throw new CloudBaseError(
      'CLOUD_ERROR',
      t(`The knowledge base refused: ${message ?? code} (${code}).`, `知识库返回错误：${message ?? code}（${code}）。`),
      { cloudCode: code, ...(requestId && { requestId }) },
    );
  }
  const found = Found.safeParse(parsed);
  if (!found.success) throw unexpectedReply('searchKnowledgeBase', reply, 'no "data"', t);
  return found.data;
}

const search = (body: object, token: string, work: Work): Promise<HttpReply> =>
  post('v1/knowledge/search', body, { authorization: `Bearer ${token}` }, work);

async function getToken(work: Work): Promise<string> {
  const key = work.endpoints.knowledge.href;
  const known = tokens.get(key);
  if (known !== undefined && Date.now() < known.until) return known.token;
  const reply = await post('auth/v1/signin/anonymously', {}, {}, work);
  const read = Token.safeParse(parse(reply.text));
  if (!read.success) throw unexpectedReply('searchKnowledgeBase', reply, 'no "access_token"', work.t);
  const { access_token: token, expires_in = 0 } = read.data;
  // Expires a minute early, so that a running search does not fail.
  tokens.set(key, { token, until: Date.now() + Math.min(TOKEN_MS, (expires_in ?? 0) * 1000 - 60_000) });
  return token;
}

function post(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
  { endpoints, signal, t }: Work,
): Promise<HttpReply> {
  return sendHttp(
    {
      what: 'searchKnowledgeBase',
      url: new URL(path, endpoints.knowledge),
      method: 'POST',
      signal,
      deadlineMs: DEADLINE_MS,
      // Both requests only read the user's data.
      isRepeatable: true,
      prepare: async () => ({
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    },
    { t },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
