import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { ToolDetail } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../gateway/fixtures/gateway.ts';
import { eras } from '../record/fixtures/clients.ts';
import { runCli } from '../support/run-cli.ts';
import { NOBODY, type PolicyApi, startPolicyGateway } from './fixtures/api.ts';
import { connectTo } from './fixtures/policy-client.ts';
import { createFolder, createOffering, type OfferedTool } from './fixtures/upstream.ts';

/** Allows destructive calls, so that only a hold can stop a call. */
const PASS = { ...NOBODY, defaults: { destructive: 'allow' } };

const STRICT_HINTS = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };
const LAX_HINTS = { ...STRICT_HINTS, destructiveHint: false };
const tool = (annotations: object, description = 'Works on notes.'): OfferedTool => ({
  name: 'work',
  description,
  annotations,
});

const standing = async (api: PolicyApi, server = 'notes') => (await api.tool(server, 'work')).standing;
const accept = (api: PolicyApi, fingerprint: ToolDetail['fingerprint']) =>
  api.send('POST', '/tools/notes/work/accept', { fingerprint, reason: 'It appends now.' });
const stateOf = (api: PolicyApi, server?: string) => async () => (await standing(api, server)).state;

describe('a tool whose hints were loosened', () => {
  it('is held until a person accepts it, for clients of both eras', async () => {
    const notes = createOffering([tool(STRICT_HINTS)]);
    const { gateway, api } = await startPolicyGateway({ notes: notes.entry }, PASS);
    const clients = await Promise.all(eras.map((era) => connectTo(gateway, era)));
    for (const client of clients) expect(await client.call('notes__work')).toMatchObject({ text: 'done: work' });
    const { fingerprint: pinned } = await api.tool('notes', 'work');

    notes.offer(tool(LAX_HINTS));
    await expect.poll(stateOf(api)).toBe('held');
    for (const client of clients)
      expect(await client.call('notes__work')).toMatchObject({
        text: expect.stringContaining('toolmark tools accept notes__work'),
        isError: true,
        meta: { attempts: 0, decision: { kind: 'hold', rule: 'held' } },
      });
    expect(notes.reached()).toHaveLength(2);
    expect(await api.lastCall()).toMatchObject({
      status: 'denied',
      attempts: 0,
      decision: { kind: 'hold', rule: 'held', reason: expect.stringContaining('destructiveHint true → false') },
    });
    expect(await standing(api)).toMatchObject({ holds: [{ kind: 'relaxed' }], change: { hints: 'relaxed' } });

    // Only the reviewed version is accepted.
    expect((await accept(api, pinned)).status).toBe(409);
    expect(await stateOf(api)()).toBe('held');
    const accepted = await accept(api, (await api.tool('notes', 'work')).fingerprint);
    expect(accepted).toMatchObject({
      status: 200,
      body: { standing: { state: 'ok', accepted: { author: userInfo().username } } },
    });
    for (const client of clients) expect(await client.call('notes__work')).toMatchObject({ text: 'done: work' });
    expect(notes.reached()).toHaveLength(4);
  });

  it('stays held, or accepted, across a restart', async () => {
    const dataDir = createFolder();
    const notes = createOffering([tool(STRICT_HINTS)]);
    const start = () => startPolicyGateway({ notes: notes.entry }, PASS, { dataDir });
    const first = await start();
    await first.gateway.stop();

    notes.offer(tool(LAX_HINTS));
    const second = await start();
    const client = await connectTo(second.gateway, 'modern');
    expect(await client.call('notes__work')).toMatchObject({ isError: true, meta: { decision: { rule: 'held' } } });
    expect(await stateOf(second.api)()).toBe('held');
    expect(notes.reached()).toEqual([]);
    const { fingerprint } = await second.api.tool('notes', 'work');
    expect((await accept(second.api, fingerprint)).status).toBe(200);
    await second.gateway.stop();

    const third = await start();
    expect(await (await connectTo(third.gateway, 'older')).call('notes__work')).toMatchObject({ text: 'done: work' });
    // Stricter hints pass at once, and become the new pin.
    notes.offer(tool(STRICT_HINTS));
    await expect.poll(async () => (await third.api.tool('notes', 'work')).class).toBe('destructive');
    const last = await connectTo(third.gateway, 'modern');
    expect(await last.call('notes__work')).toMatchObject({ text: 'done: work' });
    // A tool that disappears and returns is not new.
    notes.offer();
    await expect.poll(() => last.tool('notes__work')).toBeUndefined();
    notes.offer(tool(LAX_HINTS));
    await expect.poll(() => last.tool('notes__work')).toBeDefined();
    await expect.poll(stateOf(third.api)).toBe('held');
    expect(notes.reached()).toHaveLength(2);
  });

  it("is detected in CI by the gateway's pins, and passes once it is pinned there", async () => {
    const [dataDir, lock] = [createFolder(), join(createFolder(), 'toolmark.lock')];
    const notes = createOffering([tool(STRICT_HINTS)]);
    const start = () => startPolicyGateway({ notes: notes.entry }, PASS, { dataDir, config: { lock } });
    const { gateway } = await start();
    await gateway.stop();
    const audit = (...args: readonly string[]) =>
      runCli(['audit', '--config', gateway.configFile, '--server', 'notes', '--lock', lock, ...args]);
    notes.offer(tool(LAX_HINTS));
    const caught = await audit();
    expect(caught.code).toBe(1);
    expect(caught.stdout).toMatch(/relaxed-since-pinned[\s\S]*destructiveHint\s+true\s+→\s+false/);
    expect((await audit('--update-lock', '--yes', '--fail-on', 'never')).code).toBe(0);
    const client = await connectTo((await start()).gateway, 'modern');
    expect(await client.call('notes__work')).toMatchObject({ text: 'done: work' });
  });
});

describe('a tool with other changes', () => {
  it('passes, unless its words change on a strict server', async () => {
    const servers = {
      stricter: createOffering([tool(LAX_HINTS)]),
      strict: createOffering([tool(LAX_HINTS)], { strict: true }),
      lenient: createOffering([tool(LAX_HINTS)]),
      overridden: createOffering([tool(STRICT_HINTS)]),
      disbelieved: createOffering([tool(STRICT_HINTS)], { trust: 'none' }),
    };
    const entries = Object.fromEntries(Object.entries(servers).map(([name, { entry }]) => [name, entry]));
    const overrides = [{ server: 'overridden', tool: 'work', hints: { destructiveHint: true } }];
    const { gateway, api } = await startPolicyGateway(entries, PASS, { config: { overrides } });
    const client = await connectTo(gateway, 'modern');

    servers.stricter.offer(tool(STRICT_HINTS));
    servers.strict.offer(tool(LAX_HINTS, 'Works on notes, and on whatever else it finds.'));
    servers.lenient.offer(tool(LAX_HINTS, 'Works on notes, and on whatever else it finds.'));
    // Overridden and untrusted hints are unaffected.
    servers.overridden.offer(tool(LAX_HINTS));
    servers.disbelieved.offer(tool(LAX_HINTS));
    await expect.poll(async () => (await api.tool('stricter', 'work')).class).toBe('destructive');
    await expect.poll(stateOf(api, 'strict')).toBe('held');
    for (const server of ['lenient', 'overridden', 'disbelieved'])
      await expect.poll(stateOf(api, server), { message: server }).toBe('changed');

    for (const server of Object.keys(servers))
      expect(await client.call(`${server}__work`), server).toMatchObject({ isError: server === 'strict' });
    const reached = Object.entries(servers).map(([name, server]) => [name, server.reached().length]);
    expect(Object.fromEntries(reached)).toEqual({ stricter: 1, strict: 0, lenient: 1, overridden: 1, disbelieved: 1 });
    expect((await standing(api, 'strict')).holds).toMatchObject([{ kind: 'changed' }]);
    expect(await standing(api, 'lenient')).toMatchObject({ holds: [], change: { prose: 'changed', hints: 'same' } });
    expect((await api.tool('overridden', 'work')).class).toBe('destructive');
  });
});

describe('trust', () => {
  it('decides which hints of a server count', async () => {
    const reader = [{ name: 'read_notes', annotations: { readOnlyHint: true } }];
    const servers = {
      declared: createOffering(reader),
      verified: createOffering(reader, { trust: 'verified' }),
      none: createOffering(reader, { trust: 'none' }),
      vouched: createOffering(reader, { trust: 'none' }),
    };
    const entries = Object.fromEntries(Object.entries(servers).map(([name, { entry }]) => [name, entry]));
    const overrides = [{ server: 'vouched', tool: '*', hints: { readOnlyHint: true } }];
    const { gateway, api } = await startPolicyGateway(entries, NOBODY, { config: { overrides } });
    const client = await connectTo(gateway, 'modern');
    const seen: Record<string, unknown> = {};
    for (const [name, server] of Object.entries(servers)) {
      await client.call(`${name}__read_notes`);
      const { class: is, decision, effective } = await api.lastCall();
      seen[name] = [server.reached().length, is, decision?.kind, effective?.readOnlyHint.source];
    }
    expect(seen).toEqual({
      declared: [1, 'read', 'allow', 'declared'],
      verified: [0, 'destructive', 'ask', 'default'],
      none: [0, 'destructive', 'ask', 'default'],
      vouched: [1, 'read', 'allow', 'override'],
    });
  });
});

describe('a damaged state file', () => {
  it.each([
    ['toolmark.lock', 'no JSON', '{ "version": 1,', /restore the version that was reviewed, or delete the file/],
    ['toolmark.lock', 'a conflict', '<<<<<<< HEAD\n{}\n', /keep one line for each tool and remove the marks/],
    ['overrides.json', 'no override', '{ "overrides": [{ "tool": 1 }] }', /overrides\.0\..* Correct it, or delete it/],
    ['grants.json', 'nothing', 'null', /Correct it, or delete it/],
  ])('prevents the gateway from starting: %s with %s in it', async (file, _what, content, advice) => {
    const dataDir = createFolder();
    const path = join(dataDir, file);
    writeFileSync(path, content);
    const starting = startGateway({ servers: {}, dataDir });
    await expect(starting).rejects.toThrow(/\(exit [1-9]\d*\)/);
    await expect(starting).rejects.toThrow(path);
    await expect(starting).rejects.toThrow(advice);
  });
});
