import { describe, expect, it } from 'vitest';
import { connect, textOf } from '../gateway/fixtures/clients.ts';
import { callMeanwhile, PATIENCE_MS, startAttacked } from './fixtures/hostile.ts';

const SOON = { timeout: 60_000 };
/** A change after a huge list used to wait for more than 13 s; it is to be taken up within 2 s, and a loaded machine takes longer. */
const PROMPTLY = { timeout: 6_000 };

describe('definitions that are hard to read', () => {
  it.each([
    ['a hundred thousand tools', 'many', 100_000, 'read_item_0'],
    ['a schema of five thousand levels', 'deep', 5_000, undefined],
    ['a schema of fifty thousand properties', 'wide', 50_000, undefined],
    ['a description of eight megabytes', 'wordy', 8_000_000, undefined],
    ['a pattern of 200,000 characters that takes forever to match', 'pattern', 200_000, 'pattern'],
    ['an output schema of seven thousand chained references', 'chained', 7_000, 'chained'],
  ])('%s keep nobody else waiting, and the next change is taken up', async (_case, shape, size, name) => {
    const attacked = await startAttacked();
    const has = async (tool: string): Promise<boolean> =>
      !(await attacked.attack(tool, { a: 'a'.repeat(100) })).includes('Unknown tool');
    expect(await has('after')).toBe(false);
    expect(await attacked.attack('offer', { shape, size })).toBe('done');
    if (name !== undefined) {
      const taken = expect.poll(() => has(name), SOON).toBe(true);
      expect(await callMeanwhile(attacked, taken)).toBeLessThan(PATIENCE_MS);
    }
    expect(await attacked.attack('offer')).toBe('done');
    const changed = expect.poll(() => has('after'), PROMPTLY).toBe(true);
    expect(await callMeanwhile(attacked, changed)).toBeLessThan(PATIENCE_MS);
    if (name !== undefined) expect(await has(name)).toBe(false);
  });

  it.each([
    ['alternatives of alternatives of alternatives', 'forked', 40],
    ['a list of lists, each said six thousand times', 'typed', 6_000],
  ])('%s keep nobody else waiting when the tool is found, called and looked at', async (_case, tool, size) => {
    const attacked = await startAttacked();
    const { gateway } = attacked;
    await attacked.attack('offer', { shape: tool, size });
    const isThere = async (): Promise<boolean> => (await gateway.api(`/api/v1/tools/hostile/${tool}`)).status === 200;
    const search = await connect({ ...gateway, mcpUrl: `${gateway.url}/mcp/search` });
    const ask = async (name: string, args: Record<string, unknown>): Promise<string> =>
      textOf(await search.callTool({ name, arguments: args }));
    const used = expect
      .poll(isThere, SOON)
      .toBe(true)
      .then(async () => [
        await ask('retrieve_tools', { query: tool }),
        await ask('call_tool_read', { id: `hostile__${tool}`, arguments: { a: 'none' } }),
      ]);
    expect(await callMeanwhile(attacked, used)).toBeLessThan(PATIENCE_MS);
    expect(await used).toEqual([expect.stringContaining(tool), expect.stringMatching(/done|expected/)]);
  });

  it('a list of a hundred thousand tools is cut, and says so', async () => {
    const attacked = await startAttacked();
    await attacked.attack('offer', { shape: 'many', size: 100_000 });
    const warning = 'tools/list: The list was cut after 20000 entries: it exceeds the limit.';
    await expect
      .poll(async () => JSON.stringify((await attacked.gateway.api('/api/v1/servers/hostile')).body), SOON)
      .toContain(warning);
    const offered = async (): Promise<number> => {
      const { tools } = await attacked.client.listTools();
      return tools.filter(({ name }) => name.startsWith('hostile__')).length;
    };
    await expect.poll(offered, { ...SOON, interval: 500 }).toBe(20_000);
  });
});
