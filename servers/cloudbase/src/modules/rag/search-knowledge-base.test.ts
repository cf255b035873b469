import { describe, expect, it } from 'vitest';
import { TENCENT } from '../../cloud/endpoints.ts';
import { Refusal } from '../../emulator/refusal.ts';
import { sendJson, serve } from '../../fixtures/serve.ts';
import { serveEmulator } from '../../fixtures/serve-emulator.ts';
import { serveTools } from '../../fixtures/serve-tools.ts';
import { searchKnowledgeBase } from './search-knowledge-base.ts';

const ASKED = { id: 'scf', content: 'deploy a function' } as const;
const SIGNED_IN = { access_token: 'token', expires_in: 7200 };

/** The tool with a knowledge base that the test provides. */
const startAt = (url: URL) =>
  serveTools([searchKnowledgeBase], { services: { endpoints: { ...TENCENT, knowledge: url } } });

describe('the knowledge base', () => {
  it.each([
    ['cloudbase', '如何创建数据库索引', 'database/indexes.md'],
    ['scf', 'deploy a function', 'functions/deploy.md'],
    ['miniprogram', 'wx.cloud.init mini program', 'mini-program/start.md'],
  ])('%s answers "%s" with %s first', async (id, content, file) => {
    await using served = await serveEmulator();
    const { results, total } = (await served.call('searchKnowledgeBase', { id, content, limit: 2 })) as {
      results: { score: number; file: string }[];
      total: number;
    };
    expect([results[0]?.file, total]).toEqual([file, 2]);
    expect(results.every(({ score }) => score >= 0.5)).toBe(true);
  });

  it('signs in once, and again after the token has expired', async () => {
    await using served = await serveEmulator();
    for (let count = 0; count < 2; count++) await served.call('searchKnowledgeBase', ASKED);
    const signIns = () => served.emulator.requests.filter(({ action }) => action.endsWith('anonymously')).length;
    expect(signIns()).toBe(1);
    served.emulator.refuse('knowledge POST /v1/knowledge/search', new Refusal('INVALID_ACCESS_TOKEN', 'Ended.', 401));
    expect(await served.call('searchKnowledgeBase', ASKED)).toMatchObject({ total: 3 });
    expect(signIns()).toBe(2);
  });

  it('receives the documented request, and joins the paragraphs around a result', async () => {
    await using server = await serve((request, response) =>
      sendJson(
        response,
        request.path.includes('signin')
          ? SIGNED_IN
          : {
              requestId: 'r-1',
              data: {
                documents: [
                  {
                    score: 0.9,
                    data: { text: 'B', pre: ['A'], next: [{ text: 'C' }], paragraphTitle: ['T'] },
                    documentSet: { documentSetName: 'f.md', fileMetaData: 'no json' },
                  },
                  { score: 0.4, data: { text: 'far' } },
                ],
              },
            },
      ),
    );
    await using served = await startAt(server.url);
    const options = { chunkExpand: [1, 2] };
    expect(await served.call('searchKnowledgeBase', { ...ASKED, options, limit: 7 })).toEqual({
      results: [{ score: 0.9, content: 'A\nB\nC', title: 'T', file: 'f.md' }],
      total: 2,
      threshold: 0.5,
      requestId: 'r-1',
    });
    const [, asked] = server.received;
    expect([asked?.headers.authorization, JSON.parse(asked?.body ?? '')]).toEqual([
      'Bearer token',
      { collectionView: 'scfsczskzyws_4bdc', options, search: { content: 'deploy a function', limit: 7 } },
    ]);
  });

  it.each([
    [
      'a refusal',
      { code: 'QUOTA', message: 'Used up.', requestId: 'r-2' },
      'CLOUD_ERROR',
      { cloudCode: 'QUOTA', requestId: 'r-2' },
    ],
    ['no documents', { data: 'none' }, 'UNEXPECTED_REPLY', { status: 200 }],
  ])('reports %s', async (_, answer, code, details) => {
    await using server = await serve((request, response) =>
      sendJson(response, request.path.includes('signin') ? SIGNED_IN : answer),
    );
    await using served = await startAt(server.url);
    expect(await served.call('searchKnowledgeBase', ASKED)).toMatchObject({ failed: { code, details } });
  });

  it.each([
    { id: 'other', content: 'x' },
    { id: 'scf', content: ' ' },
    { id: 'scf', content: 'x', threshold: 2 },
    { id: 'scf', content: 'x', limit: 0 },
    { id: 'scf', content: 'x', options: { chunkExpand: [1] } },
  ])('is not asked %j', async (args) => {
    await using served = await serveEmulator();
    const result = await served.client.callTool({ name: 'searchKnowledgeBase', arguments: args });
    expect(result.isError).toBe(true);
    expect(served.emulator.requests).toEqual([]);
  });
});
