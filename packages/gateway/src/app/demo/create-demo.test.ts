import { join } from 'node:path';
import type { Demo, Session } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { createStoreReader } from '../../../../record/src/store/read/create-reader.ts';
import { openSqlite } from '../../../../record/src/store/sqlite/sqlite-engine.ts';
import { type DemoGateway, LONG, startDemoGateway } from './fixtures/demo-gateway.ts';

const statesOf = ({ steps }: Demo): readonly string[] => steps.map(({ tool, state }) => `${tool} ${state}`);
const isOver = ({ state }: Demo): boolean => state !== 'running' && state !== 'never';
const isAsking = ({ steps }: Demo): boolean => steps.some(({ state }) => state === 'asking');
const deleteOf = ({ steps }: Demo) => steps.find(({ tool }) => tool === 'delete_note');
const answer = ({ api }: DemoGateway, id: string, decision: 'approve' | 'deny') =>
  api('POST', `/approvals/${id}`, { decision });

/** The steps before the question. */
const BEGINNING = [
  'list_notes ok',
  'search_notes ok',
  'read_note ok',
  'read_note ok',
  'create_note ok',
  'append_to_note ok',
  'read_note error',
  'create_note error',
  'publish_note error',
  'purge_drafts refused',
];

describe('the demo', LONG, () => {
  it('has a state before its first start', async () => {
    const { view } = await startDemoGateway();
    const demo = await view();
    expect(demo).toMatchObject({ state: 'never', started_at: null, ended_at: null, problem: null, session_id: null });
    expect(new Set(demo.steps.map(({ state }) => state))).toEqual(new Set(['to do']));
  });

  it('calls the demo server like an agent, and deletes after a person has approved', async () => {
    const world = await startDemoGateway();
    await world.start();
    const asking = await world.until(isAsking);
    expect(asking.server).toBe('play');
    expect(statesOf(asking)).toEqual([...BEGINNING, 'delete_note asking', 'list_notes to do']);
    const id = await world.question();
    // A call of another client does not count as one of the demo's.
    expect((await world.api('POST', '/tools/play/list_notes/call', {})).status).toBe(200);
    expect(await world.view()).toEqual(asking);
    expect(deleteOf(asking)).toMatchObject({ approval_id: id, class: 'destructive', call_id: expect.any(String) });
    expect((await answer(world, id, 'approve')).status).toBe(200);
    const demo = await world.until(isOver);
    expect(demo).toMatchObject({ state: 'done', problem: null, ended_at: expect.any(String) });
    expect(statesOf(demo)).toEqual([...BEGINNING, 'delete_note ok', 'list_notes ok']);
    expect(demo.steps.map(({ outcome }) => outcome)).toEqual([
      'There are 4 notes.',
      'There are 3 notes with that word.',
      expect.stringMatching(/^It is called ".+"\.$/),
      expect.stringMatching(/^It is called ".+"\.$/),
      expect.stringContaining('Created note'),
      expect.stringContaining('version 2'),
      expect.stringContaining('no_such_note'),
      expect.stringContaining('title'),
      expect.stringContaining('NO_PUBLISHING_TARGET'),
      expect.stringMatching(/^Held: .*purge/),
      expect.stringMatching(/^Approved on the page\. Deleted note/),
      'Its note is gone, because a person said yes.',
    ]);
    expect(demo.steps.map((step) => step.class)).toEqual([
      ...['read', 'read', 'read', 'read', 'additive', 'additive', 'read', 'additive', 'additive'],
      ...['destructive', 'destructive', 'read'],
    ]);
  });

  it('has its own session with every call, and closes it', async () => {
    const world = await startDemoGateway();
    await world.start();
    await answer(world, await world.question(), 'deny');
    const demo = await world.until(isOver);
    const calls = (await world.calls()).toReversed();
    expect(calls.map(({ id }) => id)).toEqual(demo.steps.map(({ call_id }) => call_id));
    expect(new Set(calls.map(({ client_name: name, session_id: id }) => `${name} ${id}`))).toEqual(
      new Set([`toolmark-demo ${demo.session_id}`]),
    );
    const { body } = await world.api<Session>('GET', `/sessions/${demo.session_id}`);
    expect(body).toMatchObject({ client_name: 'toolmark-demo', status: 'closed', end_reason: 'left', error_count: 3 });
  });

  it('does not repeat a denied call', async () => {
    const world = await startDemoGateway();
    await world.start();
    await answer(world, await world.question(), 'deny');
    const demo = await world.until(isOver);
    expect(demo.state).toBe('done');
    expect(deleteOf(demo)).toMatchObject({ state: 'refused', outcome: 'Denied on the page, so it was not called.' });
    expect(demo.steps.at(-1)?.outcome).toBe('Its note is still there: without a yes nothing is deleted.');
  });

  it('ends if nobody answers', async () => {
    const world = await startDemoGateway({ policy: { ask: { wait: 0.4, expiry: 0.8 } } });
    await world.start();
    const demo = await world.until(isOver);
    expect(demo.state).toBe('done');
    expect(deleteOf(demo)).toMatchObject({
      state: 'refused',
      outcome: 'There was no answer in time, so it was not called.',
    });
  });

  it('repeats the call when it is approved after the timeout', async () => {
    const world = await startDemoGateway({ policy: { ask: { wait: 0.4, expiry: 60 } } });
    await world.start();
    const id = await world.question();
    await expect.poll(async () => (await world.calls())[0]?.status).toBe('expired');
    expect(deleteOf(await world.view())).toMatchObject({ state: 'asking', approval_id: id });
    await answer(world, id, 'approve');
    const demo = await world.until(isOver);
    expect(deleteOf(demo)).toMatchObject({ state: 'ok', outcome: expect.stringContaining('Deleted note') });
    const deletions = (await world.calls()).filter(({ tool }) => tool === 'delete_note');
    expect(deletions.map(({ status }) => status)).toEqual(['ok', 'expired']);
    expect(deleteOf(demo)?.call_id).toBe(deletions[0]?.id);
  });

  it('is subject to the policy in use', async () => {
    const rules = [
      { tool: 'delete_note', decision: 'allow' },
      { tool: 'create_note', decision: 'deny', reason: 'No new notes.' },
    ];
    const world = await startDemoGateway({ policy: { rules } });
    await world.start();
    const demo = await world.until(isOver);
    expect(demo.state).toBe('done');
    expect(demo.steps[4]).toMatchObject({
      state: 'refused',
      outcome: expect.stringMatching(/^Denied: .*No new notes/),
    });
    // Steps about the note that it could not write are skipped.
    expect(statesOf(demo).filter((step) => step.endsWith('skipped'))).toEqual([
      ...['append_to_note skipped', 'publish_note skipped', 'delete_note skipped', 'list_notes skipped'],
    ]);
  });

  it('links to no calls when recording is off', async () => {
    const world = await startDemoGateway({ record: { enabled: false } });
    await world.start();
    await answer(world, await world.question(), 'approve');
    const demo = await world.until(isOver);
    expect(demo).toMatchObject({ state: 'done', session_id: null });
    expect(new Set(demo.steps.map(({ call_id }) => call_id))).toEqual(new Set([null]));
  });
});

describe('stopping the demo', LONG, () => {
  it('allows a second run only after the first', async () => {
    const world = await startDemoGateway();
    await world.start();
    expect((await world.api('POST', '/demo')).body).toMatchObject({ error: { code: 'conflict' } });
    await world.until(isAsking);
    const stopped = await world.api<Demo>('DELETE', '/demo');
    expect([stopped.status, stopped.body.state, stopped.body.problem]).toEqual([200, 'stopped', null]);
    expect(statesOf(stopped.body)).toEqual([...BEGINNING, 'delete_note skipped', 'list_notes skipped']);
    // The call was cancelled, and so was its question.
    await expect
      .poll(async () => (await world.api<{ total: number }>('GET', '/approvals?status=pending')).body.total)
      .toBe(0);
    await expect
      .poll(async () => (await world.api<{ total: number }>('GET', '/sessions?status=active')).body.total)
      .toBe(0);
    await world.start();
    expect((await world.until(isAsking)).state).toBe('running');
  });

  it('does nothing if it is not running', async () => {
    const { api } = await startDemoGateway();
    expect(await api('DELETE', '/demo')).toMatchObject({ status: 200, body: { state: 'never' } });
  });

  it.each<[string, (demo: Demo) => boolean]>([
    ['at its first steps', ({ session_id }) => session_id !== null],
    ['while it asks', isAsking],
  ])('does not delay a gateway that closes %s', async (_when, isWanted) => {
    const world = await startDemoGateway();
    await world.start();
    await world.until(isWanted);
    await world.gateway.close();
    const engine = await openSqlite({ file: join(world.dataDir, 'record', 'record.db'), readOnly: true });
    const { sessions } = await createStoreReader(engine).sessions({}, { limit: 10, offset: 0 });
    await engine.close();
    // The demo ended its session before the gateway closed.
    expect(sessions.map(({ end_reason }) => end_reason)).toEqual(['left']);
  });
});
