import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from './check/check.ts';
import { problemsIn } from './check/report.ts';
import { plainProxy } from './check/target.ts';
import { createHttpClient } from './client/http-client.ts';
import type { RawClient } from './client/raw-client.ts';
import { createSseClient } from './client/sse-client.ts';
import { createStdioClient } from './client/stdio-client.ts';
import { fixtureCommand, startFixture } from './targets/fixture.ts';

/** Without a proxy nothing may be lost; a loss here is a fault of the fixture or of a client. */
describe('the fixture itself', () => {
  let fixture: Awaited<ReturnType<typeof startFixture>>;
  beforeAll(async () => {
    fixture = await startFixture('both', 'legal');
  }, 30_000);
  afterAll(() => fixture.program.close());

  it.each<[string, (url: string) => Promise<RawClient>]>([
    ['HTTP, 2026-07-28', (url) => createHttpClient(`${url}/mcp`, 'modern')],
    ['HTTP, 2025-11-25', (url) => createHttpClient(`${url}/mcp`, 'legacy')],
    ['HTTP+SSE', (url) => createSseClient(`${url}/sse`)],
    ['stdio, 2026-07-28', () => createStdioClient(fixtureCommand('modern', 'legal'), 'modern')],
    ['stdio, 2025-11-25', () => createStdioClient(fixtureCommand('legacy', 'legal'), 'legacy')],
  ])('loses nothing over %s, not even number formats', async (_transport, connect) => {
    const client = await connect(fixture.url);
    const problems = problemsIn(await check(client, plainProxy('none'), 'legal'));
    await client.close();
    expect(problems).toEqual([]);
  });

  it.each(['legacy', 'modern'] as const)('of the %s era rejects the other era', async (era) => {
    const alone = await startFixture(era, 'legal');
    const other = era === 'legacy' ? 'modern' : 'legacy';
    const answer = createHttpClient(`${alone.url}/mcp`, other).then(async (client) => {
      const { message } = await client.request('tools/list');
      return message['result'];
    });
    if (era === 'legacy') await expect(answer).resolves.toBeUndefined();
    else await expect(answer).rejects.toThrow('-32022');
    await alone.program.close();
  });
});
