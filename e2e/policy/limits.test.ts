import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { eras } from '../record/fixtures/clients.ts';
import { NOBODY, startPolicyGateway } from './fixtures/api.ts';
import { withEachEra } from './fixtures/per-era.ts';
import { connectTo, type Said } from './fixtures/policy-client.ts';
import { createCounting, createFolder, createOffering, type OfferedTool } from './fixtures/upstream.ts';

describe('a limit', () => {
  it('allows a number of calls in a session, and reports when the next one is allowed', async () => {
    const policy = {
      limits: [{ name: 'few', class: ['additive', 'destructive'], per: 'session', calls: 3, seconds: 60 }],
    };
    await withEachEra({ policy }, async ({ counting, call, calls }) => {
      const outcomes: boolean[] = [];
      for (let n = 0; n < 3; n++) outcomes.push((await call('add_item', { n })).isError);
      expect(outcomes).toEqual([false, false, false]);
      expect(await call('add_item', { n: 3 })).toMatchObject({
        isError: true,
        text: expect.stringMatching(
          /was not called \(limit: few\)\. The limit is 3 calls in 60 s in each session.* The next call is allowed in \d+(\.\d+)? s\.$/,
        ),
        meta: { attempts: 0, decision: { kind: 'deny', rule: 'limit: few' } },
      });
      // Unrelated calls and other sessions pass.
      expect(await call('read_value')).toMatchObject({ text: 'changes: 3' });
      expect(await call('add_item', { n: 4 }, 'another conversation')).toMatchObject({ isError: false });
      expect(counting.reached('add_item').map((reached) => reached.arguments['n'])).toEqual([0, 1, 2, 4]);
      expect((await calls())[3]).toMatchObject({
        status: 'denied',
        attempts: 0,
        decision: { kind: 'deny', rule: 'limit: few' },
      });
    });
  });

  it('applies to concurrent calls, and to a token across its sessions', async () => {
    const counting = createCounting();
    const policy = { limits: [{ name: 'budget', tool: 'add_*', per: 'token', calls: 5 }] };
    const { gateway, api } = await startPolicyGateway({ counting: counting.entry }, policy);
    const clients = await Promise.all(eras.map((era) => connectTo(gateway, era)));
    const said = await Promise.all(
      Array.from({ length: 20 }, (_, n) => clients[n % 2]?.call('counting__add_item', { n })),
    );
    expect(said.filter((each) => each?.isError === false)).toHaveLength(5);
    expect(counting.reached()).toHaveLength(5);
    const viaApi = await api.send('POST', '/tools/counting/add_item/call', { arguments: {} });
    expect(viaApi.body).toMatchObject({ tool_call: { status: 'denied', decision: { rule: 'limit: budget' } } });
    expect(await api.calls('&status=denied')).toHaveLength(16);
  });
});

const TOOLS: readonly OfferedTool[] = [
  { name: 'read_notes', annotations: { readOnlyHint: true, openWorldHint: false } },
  { name: 'fetch_page', annotations: { readOnlyHint: true, openWorldHint: true } },
  { name: 'post_comment', annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true } },
  { name: 'add_note', annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false } },
];

describe('a session that has read private data and untrusted content', () => {
  it('is treated as the policy says when it writes to the open world', async () => {
    const notes = createOffering(TOOLS);
    const servers = { notes: notes.entry };
    const { gateway, api } = await startPolicyGateway(servers, NOBODY);
    for (const { risk, kind, rule, status } of [
      { risk: 'warn', kind: 'allow', rule: 'default: additive', status: 'ok' },
      { risk: 'ask', kind: 'ask', rule: 'session-risk', status: 'expired' },
      { risk: 'deny', kind: 'deny', rule: 'session-risk', status: 'denied' },
    ] as const) {
      gateway.reconfigure(JSON.stringify({ mcpServers: servers, policy: { ...NOBODY, risk } }));
      await expect.poll(async () => (await gateway.api('/api/v1/policy')).body).toMatchObject({ risk });
      for (const era of eras) {
        const name = `${era} ${risk}`;
        const call = async (client: string, tools: readonly string[]) => {
          const connected = await connectTo(gateway, era, `${name} ${client}`);
          const said: Said[] = [];
          for (const tool of tools) said.push(await connected.call(`notes__${tool}`));
          return said;
        };
        const before = notes.reached('post_comment').length;
        // Neither of the two alone is a risk.
        await call('private', ['read_notes', 'post_comment']);
        await call('foreign', ['fetch_page', 'post_comment']);
        expect(notes.reached('post_comment'), name).toHaveLength(before + 2);
        const [, , usual, risky] = await call('both', ['read_notes', 'fetch_page', 'add_note', 'post_comment']);
        expect(usual, name).toEqual({ text: 'done: add_note', isError: false, meta: undefined });
        expect(risky?.isError, name).toBe(kind !== 'allow');
        expect(notes.reached('post_comment'), name).toHaveLength(before + (kind === 'allow' ? 3 : 2));
        const recorded = (await api.calls('&tool=post_comment')).slice(-3);
        const isTold = recorded.map(({ decision }) => /untrusted/.test(decision?.reason ?? ''));
        expect(isTold, name).toEqual([false, false, true]);
        expect(recorded[2]).toMatchObject({ status, client_name: `${name} both`, decision: { kind, rule } });
      }
    }
  });

  it('keeps its risks after a restart, if it has a name', async () => {
    const notes = createOffering(TOOLS);
    const dataDir = createFolder();
    const start = () => startPolicyGateway({ notes: notes.entry }, { ...NOBODY, risk: 'deny' }, { dataDir });
    const first = await start();
    const before = await connectTo(first.gateway, 'modern');
    await before.call('notes__read_notes', {}, 'research');
    await before.call('notes__fetch_page', {}, 'research');
    await first.gateway.stop();
    const second = await start();
    const after = await connectTo(second.gateway, 'modern');
    expect(await after.call('notes__post_comment', {}, 'research')).toMatchObject({
      isError: true,
      meta: { decision: { rule: 'session-risk' } },
    });
    const other = await connectTo(second.gateway, 'modern', 'other');
    expect(await other.call('notes__post_comment')).toMatchObject({ isError: false });
    expect(notes.reached('post_comment')).toHaveLength(1);
  });

  it('is assumed risky only while its history cannot be read', async () => {
    const notes = createOffering(TOOLS);
    const dataDir = createFolder();
    const start = () => startPolicyGateway({ notes: notes.entry }, { ...NOBODY, risk: 'deny' }, { dataDir });
    await (await start()).gateway.stop();
    // Another program locks the database for a while.
    const other = new DatabaseSync(join(dataDir, 'record', 'record.db'));
    other.exec('begin immediate');
    const { gateway } = await start();
    const client = await connectTo(gateway, 'modern');
    const call = (tool: string) => client.call(`notes__${tool}`, {}, 'harmless');
    // Its history of private reads cannot be checked now.
    expect(await call('fetch_page')).toMatchObject({ isError: false });
    other.exec('rollback');
    other.close();
    await expect.poll(async () => (await gateway.api('/api/v1/sessions')).status).toBe(200);
    // Now it can, and there were none.
    await expect
      .poll(() => call('post_comment'), { timeout: 10_000 })
      .toEqual({ text: 'done: post_comment', isError: false, meta: undefined });
  });
});
