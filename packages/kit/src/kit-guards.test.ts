import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Build, registerForeign, WIRES } from './fixtures/wires.ts';
import {
  type CallEvent,
  categories,
  createMetrics,
  type Incident,
  instrument,
  type Middleware,
  ok,
  requireScopes,
} from './index.ts';

const BASE = { title: 'Note', description: 'Does something.', annotations: categories.set({ openWorld: false }) };
const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const outcome = async (client: Client, name: string, args = {}) => {
  const { isError, structuredContent } = await client.callTool({ name, arguments: args });
  return isError === true ? (structuredContent as { error: { code: string } }).error.code : 'ok';
};

const build: Build = (kit, server) => {
  // Tools registered without the kit, before and after the kit's own.
  registerForeign(server, 'foreign_before');
  kit.registerTool('open', BASE, () => 1);
  kit.registerTool('read', { ...BASE, use: [requireScopes('read')] }, () => 1);
  kit.registerTool('write', { ...BASE, use: [requireScopes('read', 'write')] }, () => 1);
  kit.registerTool('admin', { ...BASE, use: [requireScopes('write'), requireScopes('admin')] }, () => 1);
  registerForeign(server, 'foreign_after');
};

describe.each(WIRES)('scopes on the wire, $name', ({ serve }) => {
  it.each<[string, readonly string[] | undefined, object]>([
    ['nobody', undefined, { read: 'UNAUTHENTICATED', write: 'UNAUTHENTICATED', admin: 'UNAUTHENTICATED' }],
    ['no scope', [], { read: 'FORBIDDEN', write: 'FORBIDDEN', admin: 'FORBIDDEN' }],
    ['read', ['read'], { read: 'ok', write: 'FORBIDDEN', admin: 'FORBIDDEN' }],
    ['write alone', ['write'], { read: 'FORBIDDEN', write: 'FORBIDDEN', admin: 'FORBIDDEN' }],
    ['read and write', ['read', 'write'], { read: 'ok', write: 'ok', admin: 'FORBIDDEN' }],
    ['everything', ['read', 'write', 'admin'], { read: 'ok', write: 'ok', admin: 'ok' }],
  ])('%s', async (_, scopes, expected) => {
    await using served = await serve(build);
    const client = await served.connect(scopes);
    const guarded = Object.entries(expected);
    const visible = guarded.filter(([, code]) => code === 'ok').map(([name]) => name);
    expect(await names(client)).toEqual(['foreign_before', 'open', ...visible, 'foreign_after']);
    for (const [name, code] of guarded) expect([name, await outcome(client, name)]).toEqual([name, code]);
    expect(await outcome(client, 'open')).toBe('ok');
  });

  it('are checked for each request, not for each server', async () => {
    await using served = await serve(build);
    const [nobody, reader] = [await served.connect(), await served.connect(['read'])];
    const lists = await Promise.all([nobody, reader, nobody, reader].map(names));
    expect(lists.map((list) => list.includes('read'))).toEqual([false, true, false, true]);
  });

  it('are checked before the arguments', async () => {
    const inputSchema = z.object({ id: z.string().describe('Its id') });
    await using served = await serve((kit) =>
      kit.registerTool('read', { ...BASE, inputSchema, use: [requireScopes('read')] }, () => 1),
    );
    expect(await outcome(await served.connect(), 'read', { id: 1 })).toBe('UNAUTHENTICATED');
    expect(await outcome(await served.connect(['read']), 'read', { id: 1 })).toBe('INVALID_INPUT');
  });

  it('can guard every tool of a kit, and no other', async () => {
    await using served = await serve(
      (kit, server) => {
        kit.registerTool('a', BASE, () => 1);
        kit.registerTool('b', { ...BASE, use: [requireScopes('b')] }, () => 1);
        registerForeign(server, 'foreign');
      },
      { use: [requireScopes('kit')] },
    );
    expect(await names(await served.connect())).toEqual(['foreign']);
    expect(await names(await served.connect(['b']))).toEqual(['foreign']);
    expect(await names(await served.connect(['kit']))).toEqual(['a', 'foreign']);
    expect(await names(await served.connect(['kit', 'b']))).toEqual(['a', 'b', 'foreign']);
  });

  it("use the author's caller, and no caller if that function throws", async () => {
    const incidents: Incident[] = [];
    const auth = (scopes: string[]) => ({ token: 't', clientId: 'c', scopes });
    await using local = await serve(build, { auth: async () => auth(['read']) });
    await using none = await serve(build, { auth: () => undefined });
    await using broken = await serve(build, {
      auth: () => {
        throw new Error('keychain is locked');
      },
      onError: (incident) => void incidents.push(incident),
    });
    const every = ['read', 'write', 'admin'];
    expect(await names(await local.connect())).toEqual(['foreign_before', 'open', 'read', 'foreign_after']);
    // A token that the author's function rejects grants nothing.
    expect(await names(await none.connect(every))).toEqual(['foreign_before', 'open', 'foreign_after']);
    expect(await outcome(await none.connect(every), 'read')).toBe('UNAUTHENTICATED');
    expect(await names(await broken.connect(every))).toEqual(['foreign_before', 'open', 'foreign_after']);
    expect(await outcome(await broken.connect(every), 'read')).toBe('UNAUTHENTICATED');
    expect(incidents.map(({ tool, error }) => [tool, String(error)])).toEqual([
      [undefined, 'Error: keychain is locked'],
      ['read', 'Error: keychain is locked'],
    ]);
  });

  it('hide a tool if the check throws', async () => {
    const incidents: Incident[] = [];
    const guard: Middleware = Object.assign(() => ok(1), {
      isVisible: () => {
        throw new Error('broken guard');
      },
    });
    await using served = await serve((kit) => kit.registerTool('a', { ...BASE, use: [guard] }, () => 1), {
      onError: (incident) => void incidents.push(incident),
    });
    expect(await names(await served.connect())).toEqual([]);
    expect(incidents.map(({ error }) => String(error))).toEqual(['Error: broken guard']);
  });

  it('still guard a tool after it is renamed', async () => {
    await using served = await serve((kit) => {
      const handle = kit.registerTool('read', { ...BASE, use: [requireScopes('read')] }, () => 1) as {
        update(updates: { name: string }): void;
      };
      handle.update({ name: 'renamed' });
    });
    const [nobody, reader] = [await served.connect(), await served.connect(['read'])];
    expect([await names(nobody), await names(reader)]).toEqual([[], ['renamed']]);
    expect([await outcome(nobody, 'renamed'), await outcome(reader, 'renamed')]).toEqual(['UNAUTHENTICATED', 'ok']);
  });

  it('are counted by instrument like every other call', async () => {
    const metrics = createMetrics();
    const events: CallEvent[] = [];
    const inputSchema = z.object({ id: z.string().describe('Its id') });
    await using served = await serve(
      (kit) => kit.registerTool('read', { ...BASE, inputSchema, use: [requireScopes('read')] }, () => 1),
      {
        use: [
          instrument(metrics, { now: () => 0 }),
          instrument({ record: (event) => void events.push(event) }, { now: () => 0 }),
        ],
      },
    );
    await outcome(await served.connect(), 'read', { id: 'a' });
    const reader = await served.connect(['read']);
    await outcome(reader, 'read', { id: 1 });
    await outcome(reader, 'read', { id: 'a' });
    expect(events).toEqual([
      { tool: 'read', durationMs: 0, outcome: 'denied', errorCode: 'UNAUTHENTICATED' },
      { tool: 'read', durationMs: 0, outcome: 'error', errorCode: 'INVALID_INPUT' },
      { tool: 'read', durationMs: 0, outcome: 'ok' },
    ]);
    expect(metrics.snapshot()).toEqual({
      read: {
        calls: 3,
        ok: 1,
        errors: 1,
        denied: 1,
        errorCodes: { UNAUTHENTICATED: 1, INVALID_INPUT: 1 },
        totalMs: 0,
        meanMs: 0,
        maxMs: 0,
      },
    });
  });
});

describe.each(WIRES.filter(({ era }) => era === 'modern'))('scopes and caches, $name', ({ serve }) => {
  it('marks a list that depends on the caller as private', async () => {
    const scopeOf = async (register: Build) => {
      await using served = await serve(register);
      const { cacheScope } = await (await served.connect()).listTools();
      return cacheScope;
    };
    // The fixture's server marks its list as public.
    expect(await scopeOf((kit) => kit.registerTool('a', BASE, () => 1))).toBe('public');
    expect(await scopeOf(build)).toBe('private');
  });
});
