import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorOf, failed, result, systemClock } from '@toolmark/base';
import { DEFAULT_RECORD } from '@toolmark/config';
import { recordFile, recordFolder } from '@toolmark/record';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { legacyCaller, modernCaller } from '../../core/fixtures/caller.ts';
import { createRecorder, type RunningRecorder } from './create-recorder.ts';
import { ADD, callOf, DELETE, endedWith, endWith, READ, toolOf } from './fixtures/calls.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'toolmark-recorder-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function start(): RunningRecorder {
  const recorder = createRecorder({ config: DEFAULT_RECORD, dataDir, clock: systemClock, log: silent });
  onTestFinished(() => recorder.close());
  return recorder;
}
/** How long threads may take to be there. */
const START_MS = 15_000;
const PAGE = { limit: 100, offset: 0 };

/** On a loaded machine its threads, and the tokenizer, may take longer to be there than `settled` waits. */
async function untilCounted(recorder: RunningRecorder): Promise<void> {
  const call = callOf(recorder, READ, { caller: modernCaller({ client: { name: 'first', version: '1' } }) });
  endWith(recorder, call);
  await vi.waitFor(
    async () => {
      await recorder.settled();
      expect((await recorder.reader.call(call.id))?.metrics.total_tokens).toEqual(expect.any(Number));
    },
    { timeout: START_MS },
  );
}

describe('the recorder', () => {
  // One for all: its threads take a second to start.
  let folder: string;
  let recorder: RunningRecorder;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toolmark-recorder-'));
    recorder = createRecorder({ config: DEFAULT_RECORD, dataDir: folder, clock: systemClock, log: silent });
    await untilCounted(recorder);
  }, START_MS);
  afterAll(async () => {
    await recorder.close();
    rmSync(folder, { recursive: true, force: true });
  });
  /** The calls of a client. */
  const callsOf = async (client: string) => {
    const { sessions } = await recorder.reader.sessions({ clientName: client }, PAGE);
    const pages = await Promise.all(sessions.map(({ id }) => recorder.reader.calls({ sessionId: id }, PAGE)));
    return pages.flatMap((page) => page.tool_calls);
  };
  const named = (name: string) => ({ client: { name, version: '1' } });

  // FR-008, D: the annotations as they were, the hints as they counted.
  it('keeps a call with what its tool was then, and what went in and came out', async () => {
    const call = callOf(recorder, READ, { arguments: { id: 'n1' } });
    expect(recorder.begin(call)).toBeUndefined();
    endWith(recorder, call);
    await recorder.settled();
    const stored = await recorder.reader.call(call.id);
    expect(stored).toMatchObject({
      id: call.id,
      server: 'notes',
      tool: 'read_note',
      title: 'Read Note',
      annotations: { readOnlyHint: true, openWorldHint: false, custom: 'kept' },
      class: 'read',
      status: 'ok',
      attempts: 1,
      cached: false,
      decision: null,
      error: null,
      era: 'modern',
      mode: 'direct',
      client_name: 'test',
      principal: 'local',
      arguments: { value: { id: 'n1' }, is_cut: false, redactions: 0 },
      result: { value: { content: [{ type: 'text', text: 'all is well' }] } },
      metrics: { input_tokens: 6, output_tokens: 3, total_tokens: 9, encoding: 'o200k' },
    });
    expect(stored?.effective?.readOnlyHint).toMatchObject({ value: true, source: 'declared' });
    expect(stored?.effective?.destructiveHint.source).not.toBe('declared');
  });

  it('keeps what a tool was when its call began, though its server made another one of it meanwhile', async () => {
    const call = callOf(recorder, READ);
    void recorder.begin(call);
    call.tool = toolOf({ ...READ.definition, title: 'Read Any Note', annotations: { readOnlyHint: false } });
    endWith(recorder, call);
    await recorder.settled();
    expect(await recorder.reader.call(call.id)).toMatchObject({ title: 'Read Note', class: 'read', status: 'ok' });
  });

  it.each([ADD, DELETE])('has $definition.name on disk before it leaves, and not only its end', async (tool) => {
    const call = callOf(recorder, tool, { arguments: { id: 'n1' } });
    expect(await recorder.begin(call)).toEqual({ ok: true, value: undefined });
    // Whatever happens to the process now, whoever starts next finds it here.
    const journals = readdirSync(recordFolder(folder)).filter((name) => name.endsWith('.journal'));
    const written = journals.map((name) => readFileSync(join(recordFolder(folder), name), 'utf8')).join('');
    expect(written).toContain(call.id);
    await recorder.settled();
    expect(await recorder.reader.call(call.id)).toMatchObject({ status: 'running', duration_ms: null, result: null });
    endWith(recorder, call);
    await recorder.settled();
    expect(await recorder.reader.call(call.id)).toMatchObject({ status: 'ok' });
  });

  it('keeps a call of a tool that does not exist, and one that failed, with their tokens', async () => {
    const caller = modernCaller(named('failing'));
    const unknown = callOf(recorder, undefined, { caller, arguments: { a: 1 } });
    endWith(recorder, unknown, failed(errorOf('invalidParams', "Unknown tool: 'nobody__has_it'")), 'error');
    const broken = callOf(recorder, READ, { caller });
    void recorder.begin(broken);
    endWith(recorder, broken, result({ isError: true, content: [{ type: 'text', text: 'No such note.' }] }), 'error');
    await recorder.settled();
    expect(await recorder.reader.call(unknown.id)).toMatchObject({
      server: null,
      tool: 'nobody__has_it',
      class: null,
      effective: null,
      error: { code: -32602, message: "Unknown tool: 'nobody__has_it'" },
    });
    const calls = await callsOf('failing');
    expect(calls.map(({ error }) => error?.message)).toEqual(['No such note.', "Unknown tool: 'nobody__has_it'"]);
    expect(calls.every(({ metrics }) => (metrics.output_tokens ?? 0) > 0)).toBe(true);
  });

  it('takes a call that was answered with questions and went on for one', async () => {
    const caller = modernCaller(named('asked'));
    const first = callOf(recorder, DELETE, { caller, arguments: { id: 'n1' } });
    await recorder.begin(first);
    endWith(recorder, first, result({ resultType: 'input_required', requestState: 'state-1' }), 'waiting');
    await recorder.settled();
    expect(await recorder.reader.call(first.id)).toMatchObject({ status: 'running' });
    const second = callOf(recorder, DELETE, { caller, params: { requestState: 'state-1' } });
    expect(await recorder.begin(second)).toEqual({ ok: true, value: undefined });
    endWith(recorder, second);
    await recorder.settled();
    const calls = await callsOf('asked');
    expect(calls).toMatchObject([{ id: first.id, status: 'ok', attempts: 2 }]);
  });

  const answer = (password: string) => ({ inputResponses: { q: { action: 'accept', content: { password } } } });
  const written = (): string => {
    const journals = readdirSync(recordFolder(folder)).filter((name) => name.endsWith('.journal'));
    return journals.map((name) => readFileSync(join(recordFolder(folder), name), 'utf8')).join('');
  };

  it.each([DELETE, READ])('keeps the answers of a client that came back to $definition.name', async (tool) => {
    const caller = modernCaller(named(`answering ${tool.definition.name}`));
    const asked = { resultType: 'input_required' };
    const first = callOf(recorder, tool, { caller, arguments: { id: 'n1' } });
    await recorder.begin(first);
    endWith(recorder, first, result({ ...asked, requestState: 'a-1' }), 'waiting');
    const second = callOf(recorder, tool, { caller, params: { requestState: 'a-1', ...answer('hunter2') } });
    await recorder.begin(second);
    if (tool === DELETE) expect(written()).toContain('"requestState\\":\\"a-1');
    endWith(recorder, second, result({ ...asked, requestState: 'a-2' }), 'waiting');
    const third = callOf(recorder, tool, { caller, params: { requestState: 'a-2' } });
    await recorder.begin(third);
    endWith(recorder, third);
    await recorder.settled();
    const [stored, ...more] = await callsOf(`answering ${tool.definition.name}`);
    expect([stored?.id, more]).toEqual([first.id, []]);
    expect(await recorder.reader.call(first.id)).toMatchObject({
      status: 'ok',
      others: null,
      params_digest: null,
      rounds: [
        {
          others: { value: { requestState: 'a-1', ...answer('[redacted 7 characters]') }, redactions: 1 },
          params_digest: expect.stringMatching(/^v1\./),
        },
        { others: { value: { requestState: 'a-2' } }, params_digest: null },
      ],
    });
  });

  it('keeps the answers of an older client on disk before they leave', async () => {
    const call = callOf(recorder, DELETE, { caller: legacyCaller(named('asked directly')) });
    await recorder.begin(call);
    expect(await recorder.answered(call, { inputResponses: { q: 'answered directly' } })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(written()).toContain('answered directly');
    endWith(recorder, call);
    await recorder.settled();
    expect(await recorder.reader.call(call.id)).toMatchObject({
      status: 'ok',
      rounds: [{ others: { value: { inputResponses: { q: 'answered directly' } } } }],
    });
    expect(await recorder.answered(call, { inputResponses: {} })).toEqual({ ok: false, error: 'The call is over.' });
  });

  it('keeps no later round of a call that waited for an approval: it leaves once', async () => {
    const caller = modernCaller(named('approved'));
    const params = { _meta: { 'acme/tenant': 'x' } };
    const first = callOf(recorder, DELETE, { caller, params });
    await recorder.begin(first);
    const reply = result({ resultType: 'input_required', requestState: 'toolmark-approval.1' });
    first.status = 'waiting';
    recorder.end(first, reply, reply);
    const second = callOf(recorder, DELETE, { caller, params: { ...params, requestState: 'toolmark-approval.1' } });
    await recorder.begin(second);
    endWith(recorder, second);
    await recorder.settled();
    expect(await recorder.reader.call(first.id)).toMatchObject({ others: { value: params }, rounds: [] });
  });

  it('shows a read that runs also where it began just before the others were written', async () => {
    const [early, late] = [callOf(recorder, READ), callOf(recorder, READ)];
    void recorder.begin(early);
    await delay(40);
    const call = { ...late, startedAt: Date.now() };
    void recorder.begin(call);
    await expect.poll(() => recorder.reader.call(call.id)).toMatchObject({ status: 'running' });
    endWith(recorder, early);
    endWith(recorder, call);
  });

  it('shows a read that takes long while it runs', async () => {
    const call = callOf(recorder, READ);
    void recorder.begin(call);
    await expect.poll(() => recorder.reader.call(call.id)).toMatchObject({ status: 'running' });
    endWith(recorder, call);
  });

  it('gives older and newer clients the same kind of session', async () => {
    for (const caller of [legacyCaller(named('either')), modernCaller(named('either'))]) {
      for (const tool of [READ, ADD, DELETE]) {
        const call = callOf(recorder, tool, { caller });
        await recorder.begin(call);
        endWith(recorder, call);
      }
    }
    await recorder.settled();
    const { sessions, total } = await recorder.reader.sessions({ clientName: 'either' }, PAGE);
    expect(total).toBe(2);
    for (const session of sessions) {
      expect(session).toMatchObject({
        client_name: 'either',
        status: 'active',
        end_time: null,
        tool_call_count: 3,
        calls_by_class: { read: 1, additive: 1, destructive: 1 },
        servers: ['notes'],
        error_count: 0,
      });
      expect(session.risk.private_data_read).not.toBeNull();
      expect(session.risk.untrusted_content_seen).not.toBeNull();
      expect(session.risk.open_world_write).not.toBeNull();
    }
    expect(new Set(sessions.map(({ era }) => era))).toEqual(new Set(['legacy', 'modern']));
  });

  it('closes the session of an older client that left', async () => {
    const call = callOf(recorder, READ, { caller: legacyCaller({ session: 's2', ...named('leaving') }) });
    void recorder.begin(call);
    endWith(recorder, call);
    recorder.endSession('s2');
    await recorder.settled();
    const { sessions } = await recorder.reader.sessions({ clientName: 'leaving' }, PAGE);
    expect(sessions).toMatchObject([{ status: 'closed', end_reason: 'left' }]);
  });

  it('counts the list that a client was sent, once it has a session', async () => {
    const caller = modernCaller(named('listing'));
    const page = Buffer.from(JSON.stringify({ tools: [{ name: 'read_note', description: 'Reads a note.' }] }));
    recorder.listed(caller, {}, page);
    const call = callOf(recorder, READ, { caller });
    void recorder.begin(call);
    endWith(recorder, call);
    await expect
      .poll(async () => {
        await recorder.settled();
        return (await recorder.reader.sessions({ clientName: 'listing' }, PAGE)).sessions[0]?.menu_tokens;
      })
      .toBeGreaterThan(5);
  });

  it('ends a session behind its last calls, when they end together after their client has left', async () => {
    const caller = legacyCaller({ session: 's3', ...named('leaving together') });
    const all = [1, 2, 3].map((id) => callOf(recorder, READ, { caller, arguments: { id } }));
    for (const call of all) void recorder.begin(call);
    recorder.endSession('s3');
    await Promise.all(all.map((call) => endedWith(recorder, call)));
    const journals = readdirSync(recordFolder(folder)).filter((name) => name.endsWith('.journal'));
    const written = journals.map((name) => readFileSync(join(recordFolder(folder), name), 'utf8')).join('');
    const [session = ''] = all.map((call) => call.record?.session ?? '');
    const lines = written.split('\n').filter((line) => line.includes(session));
    expect(lines.map((line) => /^call\t|"kind":"session(?:-end)?"/.exec(line)?.[0])).toEqual([
      '"kind":"session"',
      'call\t',
      'call\t',
      'call\t',
      '"kind":"session-end"',
    ]);
    await recorder.settled();
    const { sessions } = await recorder.reader.sessions({ clientName: 'leaving together' }, PAGE);
    expect(sessions).toMatchObject([{ status: 'closed', end_reason: 'left', tool_call_count: 3 }]);
  });

  it('tells listeners in order', async () => {
    const heard: string[] = [];
    const stop = recorder.onEvents(({ events }) => {
      for (const event of events) heard.push((JSON.parse(event) as { type: string }).type);
    });
    // The thread that tells knows by then that somebody listens.
    await recorder.settled();
    const call = callOf(recorder, DELETE, { caller: modernCaller(named('heard')) });
    await recorder.begin(call);
    endWith(recorder, call);
    recorder.tell('tools.changed', {});
    await recorder.settled();
    stop();
    expect(heard.filter((type) => type !== 'sessions.updated')).toEqual([
      'sessions.created',
      'tool_calls.started',
      'tool_calls.completed',
      'tools.changed',
    ]);
  });

  it('remembers every form in which a tool was seen', async () => {
    recorder.recordTools([READ]);
    recorder.recordTools([{ ...READ, definition: { ...READ.definition, description: 'Reads.' } }]);
    await recorder.settled();
    const versions = await recorder.reader.versions('notes', 'read_note');
    expect(versions.map(({ definition }) => definition['description']).toSorted()).toEqual(['Reads.', undefined]);
  });
});

describe('a recorder that ends', () => {
  it('closes its sessions, and leaves nothing to clean up', async () => {
    const recorder = start();
    await untilCounted(recorder);
    const call = callOf(recorder, READ);
    void recorder.begin(call);
    endWith(recorder, call);
    await recorder.close();
    expect(readdirSync(recordFolder(dataDir))).toEqual(['record.db']);
    const next = start();
    await next.settled();
    expect((await next.reader.sessions({ clientName: 'test' }, PAGE)).sessions).toMatchObject([
      { status: 'closed', end_reason: 'stopped', tool_call_count: 1 },
    ]);
    expect(await next.reader.call(call.id)).toMatchObject({ status: 'ok' });
  });

  it('answers nobody after that', async () => {
    const recorder = start();
    await recorder.close();
    await expect(recorder.reader.calls({}, PAGE)).rejects.toThrow('The gateway is stopping.');
  });
});

describe('a record that cannot be written', () => {
  const breakIt = (): void => {
    mkdirSync(recordFolder(dataDir), { recursive: true });
    writeFileSync(recordFile(dataDir), 'not a database, whatever its name says '.repeat(200));
  };

  it('costs no read, refuses everything else, and says what to do', async () => {
    breakIt();
    const recorder = start();
    const read = callOf(recorder, READ);
    expect(recorder.begin(read)).toBeUndefined();
    endWith(recorder, read);
    const refused = await recorder.begin(callOf(recorder, DELETE));
    expect(refused).toEqual({ ok: false, error: expect.stringContaining('is not a database. Move it away') });
    expect(recorder.status()).toMatchObject({
      state: 'failing',
      problem: expect.stringContaining(recordFile(dataDir)),
      place: recordFile(dataDir),
    });
    await expect(recorder.reader.calls({}, PAGE)).rejects.toThrow('is not a database');
    expect(readFileSync(recordFile(dataDir), 'utf8')).toContain('not a database');
  });

  it('is written again once somebody moved it away, with what was called meanwhile', async () => {
    breakIt();
    const recorder = start();
    const read = callOf(recorder, READ);
    void recorder.begin(read);
    endWith(recorder, read);
    await expect.poll(() => recorder.status()).toMatchObject({ state: 'failing' });
    renameSync(recordFile(dataDir), `${recordFile(dataDir)}.broken`);
    await expect.poll(() => recorder.status()).toMatchObject({ state: 'ok', problem: null });
    const change = callOf(recorder, DELETE);
    expect(await recorder.begin(change)).toEqual({ ok: true, value: undefined });
    endWith(recorder, change);
    await recorder.settled();
    const { tool_calls: calls } = await recorder.reader.calls({}, PAGE);
    expect(calls.map(({ id }) => id)).toEqual([change.id, read.id]);
    expect(existsSync(`${recordFile(dataDir)}.broken`)).toBe(true);
  });
});
