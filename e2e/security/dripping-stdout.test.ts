import { describe, expect, it } from 'vitest';
import { callMeanwhile, PATIENCE_MS, startAttacked } from './fixtures/hostile.ts';

describe('a server whose stdout is no stream of messages', () => {
  it.each([
    ['drips a line byte by byte', 'drip', { bytes: 20_000 }],
    ['prints lines that mean nothing', 'noise', { lines: 50_000 }],
  ])('%s, keeps nobody else waiting, and is answered for in the end', async (_case, tool, args) => {
    const attacked = await startAttacked();
    const attack = attacked.attack(tool, args);
    expect(await callMeanwhile(attacked, attack)).toBeLessThan(PATIENCE_MS);
    expect(await attack).toBe('done');
    expect(await attacked.attack('echo', { text: 'still here' })).toBe('still here');
    const { body } = await attacked.gateway.api('/api/v1/servers/hostile');
    expect(body).toMatchObject({ state: 'ready' });
  });
});
