import { err, ok } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import { toolOf } from '../fixtures/tool.ts';
import type { GatewayClient } from '../gateway-client.ts';
import { checkUnusedSettings } from './unused-settings.ts';

const CURATION = { server: 'notes', tool: 'add', enabled: null, name: null, title: null, description: null };
const PROFILE = {
  ...{ name: 'reading', description: null, servers: ['*'], tools: ['*'], exclude: [], classes: ['read'], tokens: [] },
  addresses: { direct: 'http://a/mcp/p/reading', search: 'http://a/mcp/p/reading/search' },
  counts: { servers: 1, tools: 1, read: 1, additive: 0, destructive: 0 },
  problems: [] as string[],
};

/** A fake gateway with these answers; empty answers otherwise. */
const gatewayOf = (answers: Readonly<Record<string, object>>): GatewayClient => ({
  origin: 'http://127.0.0.1:7420',
  request: async (_method, path, shape) => {
    const [answer] = Object.entries(answers).flatMap(([prefix, each]) => (path.startsWith(prefix) ? [each] : []));
    if (answer === undefined) return err({ kind: 'refused', status: 404, code: 'not_found', message: 'No.' });
    const parsed = shape.safeParse(answer);
    if (!parsed.success) throw new Error('not in the contract');
    return ok({ status: 200, value: parsed.data, json: {} });
  },
  open: () => Promise.reject(new Error('not in this test')),
});
const tools = (...exposed: readonly string[]) => ({
  tools: exposed.map((name) => ({ ...toolOf('add', 'additive', { server: 'notes' }), exposed_name: name })),
  total: exposed.length,
});
const curations = (...changes: readonly Partial<typeof CURATION | { name: string; tool: string }>[]) => ({
  curations: changes.map((change) => ({ ...CURATION, title: 'Add', ...change })),
  total: changes.length,
});

describe("doctor's checks of profiles and changed tools", () => {
  it('finds nothing if there are none, or the gateway is older', async () => {
    expect(await checkUnusedSettings(gatewayOf({}))).toEqual([]);
    const none = { '/profiles': { profiles: [], total: 0 }, '/curations': { curations: [], total: 0 } };
    expect(await checkUnusedSettings(gatewayOf(none))).toEqual([]);
  });

  it('prints one line each if all is fine', async () => {
    const gateway = gatewayOf({
      '/profiles': { profiles: [PROFILE], total: 1 },
      '/curations': curations({}, { tool: 'delete_*' }),
      '/tools': tools('notes__add'),
    });
    expect(await checkUnusedSettings(gateway)).toEqual([
      { name: 'profiles', state: 'ok', message: '1 profile' },
      { name: 'tools', state: 'ok', message: '1 tool changed for clients' },
    ]);
  });

  it('reports settings without effect', async () => {
    const gateway = gatewayOf({
      '/profiles': { profiles: [{ ...PROFILE, problems: ["'x*' matches no server."] }], total: 1 },
      '/curations': curations({ name: 'put' }, { tool: 'gone' }),
      '/tools': tools('notes__add'),
    });
    expect(await checkUnusedSettings(gateway)).toEqual([
      {
        name: 'profiles',
        state: 'warning',
        message: "The profile 'reading': 'x*' matches no server.",
        fix: 'toolmark profiles show reading',
      },
      {
        name: 'tools',
        state: 'warning',
        message: "notes/add cannot be called 'put', because another tool of its server has that name.",
        fix: 'toolmark tools rename notes/add ANOTHER-NAME',
      },
      {
        name: 'tools',
        state: 'warning',
        message: 'notes/gone was changed, but does not exist: its server has no such tool, or is not connected.',
        fix: 'toolmark tools curations',
      },
    ]);
  });
});
