import { describe, expect, it } from 'vitest';
import { eras } from '../record/fixtures/clients.ts';
import type { Answer, RecordingClient } from './fixtures/recording-client.ts';
import { useTokensWorld } from './fixtures/world.ts';

const world = useTokensWorld();

/** Every way to call a tool of `open`: by its name, or through each variant of search mode. */
const WAYS = {
  '/mcp': [(tool: string) => ({ name: `open__${tool}`, arguments: {} })],
  '/mcp/search': ['call_tool_read', 'call_tool_write', 'call_tool_destructive'].map((variant) => (tool: string) => ({
    name: variant,
    arguments: { id: `open__${tool}`, arguments: {} },
  })),
} as const;
const PATHS = ['/mcp', '/mcp/search'] as const;
const TOOLS = ['look', 'add', 'wipe', 'bare', 'delete_all'] as const;

const answerText = ({ result, error }: Answer): string => JSON.stringify(result?.['content'] ?? error);
const isDone = (answer: Answer, tool: string): boolean => answerText(answer).includes(`${tool} of open`);

async function call(speaker: RecordingClient, path: keyof typeof WAYS, tool: string): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const way of WAYS[path]) answers.push(await speaker.ask('tools/call', way(tool)));
  return answers;
}

describe.each(eras)('a ceiling, for a client of the %s era', (era) => {
  it.each(
    PATHS.flatMap(
      (path) =>
        [
          { path, ceiling: 'read', may: ['look'] },
          { path, ceiling: 'additive', may: ['look', 'add'] },
          { path, ceiling: 'destructive', may: TOOLS },
        ] as const,
    ),
  )('of $ceiling at $path allows $may, and nothing else reaches the server', async ({ path, ceiling, may }) => {
    const { token, speak, reached } = world();
    const { name, token: secret } = await token({ ceiling });
    const speaker = await speak(secret, era, path);
    const before = reached('open').length;
    const done: string[] = [];
    for (const tool of TOOLS) {
      const answers = await call(speaker, path, tool);
      if (answers.some((answer) => isDone(answer, tool))) done.push(tool);
      else expect(answerText(answers.at(-1) ?? { status: 0 })).toContain(`'${name}' may only call`);
    }
    const calls = reached('open').slice(before);
    expect(done).toEqual(may);
    expect([...new Set(calls.filter((line) => line.startsWith('tools/call')))]).toEqual(
      may.map((tool) => `tools/call ${tool}`),
    );
  });

  it('explains a denial by the effective class, also for tools without hints or with contradictions', async () => {
    const { token, speak } = world();
    const { name, token: secret } = await token({ ceiling: 'read' });
    const speaker = await speak(secret, era);
    const why = async (tool: string): Promise<string> =>
      answerText(await speaker.ask('tools/call', { name: `open__${tool}`, arguments: {} }));
    expect(await why('add')).toContain(`while '${name}' may only call tools that only read`);
    expect(await why('wipe')).toContain('Its server declares that it may destroy things');
    expect(await why('bare')).toContain('It may destroy things, and its server does not declare otherwise');
    expect(await why('delete_all')).toContain("the name says 'delete', but readOnlyHint=true is declared");
  });

  it('lists only the tools that may be called', async () => {
    const { token, speak } = world();
    const listed = async (ceiling: 'read' | 'additive' | 'destructive'): Promise<readonly string[]> => {
      const speaker = await speak((await token({ ceiling, servers: ['open'] })).token, era);
      const { result } = await speaker.ask('tools/list');
      const tools = result?.['tools'] as readonly { readonly name: string }[];
      return TOOLS.filter((tool) => tools.some(({ name }) => name === `open__${tool}`));
    };
    expect([await listed('read'), await listed('additive'), await listed('destructive')]).toEqual([
      ['look'],
      ['look', 'add'],
      TOOLS,
    ]);
  });
});

describe("a person's override", () => {
  it("changes the ceiling's decision at once, in both directions", async () => {
    const { token, speak, gateway } = world();
    const speaker = await speak((await token({ ceiling: 'read' })).token, 'modern');
    const tries = async (tool: string): Promise<boolean> =>
      isDone(await speaker.ask('tools/call', { name: `open__${tool}`, arguments: {} }), tool);
    const set = async (tool: string, hints: object | undefined): Promise<void> => {
      const path = `/api/v1/tools/open/${tool}/override`;
      const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ hints }) };
      const { status } = await gateway.api(path, hints ? { method: 'PUT', ...init } : { method: 'DELETE' });
      expect(status).toBeLessThan(300);
    };
    expect([await tries('look'), await tries('bare')]).toEqual([true, false]);
    await set('look', { readOnlyHint: false });
    await set('bare', { readOnlyHint: true });
    expect([await tries('look'), await tries('bare')]).toEqual([false, true]);
    await set('look', undefined);
    await set('bare', undefined);
    expect([await tries('look'), await tries('bare')]).toEqual([true, false]);
  });
});
