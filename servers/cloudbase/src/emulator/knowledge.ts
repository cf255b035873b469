import { randomBytes, randomUUID } from 'node:crypto';
import { type EmulatorReply, type EmulatorRequest, headerOf, json, jsonOf } from './exchange.ts';
import { PARAGRAPHS, type Paragraph } from './knowledge-texts.ts';

export interface Knowledge {
  readonly handle: (request: EmulatorRequest, path: string) => EmulatorReply | undefined;
}

const MAX_TOKENS = 100;
const MAX_RESULTS = 50;

/** The knowledge base: a few short texts, ranked by the words in common with the question. */
export function createKnowledge(): Knowledge {
  const tokens = new Set<string>();
  const signIn = (): EmulatorReply => {
    const token = randomBytes(24).toString('base64url');
    if (tokens.size >= MAX_TOKENS) tokens.delete([...tokens][0] ?? '');
    tokens.add(token);
    return json({ token_type: 'Bearer', access_token: token, refresh_token: '', expires_in: 7200, sub: 'anon' });
  };
  const search = (request: EmulatorRequest): EmulatorReply => {
    const [, token = ''] = /^Bearer (.+)$/i.exec(headerOf(request, 'authorization') ?? '') ?? [];
    if (!tokens.has(token))
      return json(
        { code: 'INVALID_ACCESS_TOKEN', message: 'The access token is not valid.', requestId: randomUUID() },
        401,
      );
    const { collectionView, search: asked } = jsonOf(request.body) ?? {};
    const { content, limit } = (asked ?? {}) as { readonly content?: unknown; readonly limit?: unknown };
    const paragraphs = PARAGRAPHS.filter((each) => each.view === collectionView);
    if (paragraphs.length === 0)
      return json({
        code: 'INVALID_PARAM',
        message: `Unknown collectionView ${String(collectionView)}.`,
        requestId: randomUUID(),
      });
    if (typeof content !== 'string' || content === '')
      return json({ code: 'INVALID_PARAM', message: 'search.content is missing.', requestId: randomUUID() });
    const count = Math.min(MAX_RESULTS, typeof limit === 'number' && limit > 0 ? limit : 5);
    const documents = paragraphs
      .map((paragraph) => ({ paragraph, score: scoreOf(paragraph, content) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ paragraph, score }) => toWire(paragraph, score));
    return json({ data: { documents }, requestId: randomUUID() });
  };
  return {
    handle: (request, path) => {
      if (request.method !== 'POST') return undefined;
      if (path.endsWith('/signin/anonymously')) return signIn();
      return path === '/v1/knowledge/search' ? search(request) : undefined;
    },
  };
}

const toWire = ({ title, text, file, view }: Paragraph, score: number) => ({
  score,
  data: { text, startPos: 0, endPos: text.length, pre: [], next: [], paragraphTitle: [title] },
  documentSet: {
    documentSetId: `${view}-${file}`,
    documentSetName: file,
    fileMetaData: JSON.stringify({ fileTitle: title, url: `https://docs.cloudbase.net/${file.replace(/\.md$/, '')}` }),
  },
});

/** From 0.4 without a common word to 0.95 with all of them. Chinese is compared by pairs of characters. */
function scoreOf({ title, text }: Paragraph, question: string): number {
  const asked = termsOf(question);
  if (asked.size === 0) return 0;
  const own = termsOf(`${title} ${text}`);
  const shared = [...asked].filter((term) => own.has(term)).length;
  return Math.round((0.4 + (0.55 * shared) / asked.size) * 1000) / 1000;
}

function termsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];
  const runs = text.match(/\p{Script=Han}+/gu) ?? [];
  const pairs = runs.flatMap((run) =>
    run.length === 1 ? [run] : Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2)),
  );
  return new Set([...words, ...pairs]);
}
