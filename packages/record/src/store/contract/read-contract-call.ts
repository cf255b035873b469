import { toolCallDetailSchema } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import type { Body } from '../../entry.ts';
import { createStoreReader } from '../read/create-reader.ts';
import {
  ANSWERED,
  answerTo,
  body,
  createCalls,
  endOf,
  options,
  questionOf,
  START,
  session,
  version,
} from './entries.ts';
import { type OpenEngine, useStore } from './open-engine.ts';

/** One call with its arguments and result. */
export function readCallContract(open: OpenEngine): void {
  const store = useStore(open);

  it('shows everything recorded', async () => {
    const { engine, writer } = store();
    const begin = createCalls(START)('s', {
      version: 'v1',
      arguments: body({ path: 'a.txt' }, { redactions: 2 }),
      others: body({ _meta: { 'acme/tenant': 'ä' } }, { redactions: 1 }),
      digest: 'v1.key.mac',
    });
    const end = endOf(begin, {
      status: 'error',
      cached: true,
      attempts: 3,
      approval: 'a1',
      error: { code: -32_000, message: 'it broke' },
      failures: [
        { at: START + 1, durationMs: 3.5, code: -32_001, message: 'gone' },
        { at: START + 9, durationMs: 2, code: -32_002, message: 'gone again' },
      ],
      decision: { kind: 'ask', rule: 'class.destructive', reason: 'it deletes' },
    });
    await writer.apply([version('v1'), session('s'), begin, end], options());
    await writer.digest([{ seq: begin.seq, inputTokens: 7, outputTokens: 9, words: 'a' }]);
    const call = await createStoreReader(engine).call(begin.id);
    expect(toolCallDetailSchema.parse(call)).toEqual(call);
    expect(call).toEqual({
      id: begin.id,
      session_id: 's',
      server: 'files',
      tool: 'read_file',
      title: 'Read a file',
      annotations: { readOnlyHint: true, 'x-own': 1 },
      effective: version('v1').effective,
      class: 'read',
      decision: { kind: 'ask', rule: 'class.destructive', reason: 'it deletes' },
      approval_id: 'a1',
      attempts: 3,
      cached: true,
      status: 'error',
      error: { code: -32_000, message: 'it broke' },
      started_at: new Date(START).toISOString(),
      duration_ms: 20,
      metrics: { input_tokens: 7, output_tokens: 9, total_tokens: 16, encoding: 'o200k' },
      era: 'modern',
      client_name: 'claude-code',
      mode: 'direct',
      summary: '{"path":"a.txt"}',
      arguments: { value: { path: 'a.txt' }, bytes: 16, is_cut: false, redactions: 2 },
      others: { value: { _meta: { 'acme/tenant': 'ä' } }, bytes: 30, is_cut: false, redactions: 1 },
      params_digest: 'v1.key.mac',
      rounds: [],
      result: { value: { content: [{ type: 'text', text: 'hello' }] }, bytes: 44, is_cut: false, redactions: 0 },
      principal: 'local',
      attempt_log: [
        { at: '2026-07-28T09:30:00.001Z', duration_ms: 3.5, code: -32_001, message: 'gone' },
        { at: '2026-07-28T09:30:00.009Z', duration_ms: 2, code: -32_002, message: 'gone again' },
      ],
    });
  });

  it('shows a running call without result, tokens or duration', async () => {
    const { engine, writer } = store();
    const begin = createCalls(START)('s', { arguments: null });
    await writer.apply([session('s'), begin], options());
    expect(await createStoreReader(engine).call(begin.id)).toMatchObject({
      status: 'running',
      decision: null,
      arguments: null,
      result: null,
      attempt_log: [],
      attempts: null,
      duration_ms: null,
      metrics: { input_tokens: null, output_tokens: null, total_tokens: null },
    });
  });

  it('shows the number of attempts only once the call has ended', async () => {
    const { engine, writer } = store();
    const begin = createCalls(START)('s');
    const attempts = async (): Promise<unknown> => (await createStoreReader(engine).call(begin.id))?.attempts;
    await writer.apply([session('s'), begin], options());
    await writer.removeInstance('one', START + 9, 'interrupted');
    expect(await attempts()).toBeNull();
    // It was not dead after all. A denied call was never sent.
    await writer.apply([endOf(begin, { status: 'denied', attempts: 0 })], options());
    expect(await attempts()).toBe(0);
  });

  const long = { text: 'é'.repeat(5_000) };
  it.each<[string, Body, unknown]>([
    ['a value unchanged', body([1, null, 'a']), [1, null, 'a']],
    ['a long, compressed value', body(long), long],
    ['a truncated value as text', { text: '{"a":"bc', bytes: 9_000, isCut: true, redactions: 0 }, '{"a":"bc'],
    ['an invalid value as text', { text: '{"a":', bytes: 5, isCut: false, redactions: 0 }, '{"a":'],
    ['a truncated text that looks complete as text', { text: '12', bytes: 4, isCut: true, redactions: 0 }, '12'],
  ])('shows %s', async (_what, result, value) => {
    const { engine, writer } = store();
    const begin = createCalls(START)('s');
    await writer.apply([session('s'), begin, endOf(begin, { result })], options());
    const call = await createStoreReader(engine).call(begin.id);
    expect(call?.result).toEqual({ value, bytes: result.bytes, is_cut: result.isCut, redactions: 0 });
  });

  it('tells how long a call waited for a person, and only the call that was asked about', async () => {
    const { engine, writer } = store();
    const calls = createCalls(START);
    const [asked, later] = [calls('s'), calls('s')];
    await writer.apply(
      [
        ...[session('s'), asked, questionOf(asked, 'a1', { at: ANSWERED - 4_500 })],
        ...[answerTo('a1'), endOf(asked, { approval: 'a1', durationMs: 4_600 })],
        // Covered by the same answer.
        ...[later, endOf(later, { approval: 'a1', durationMs: 20 })],
      ],
      options(),
    );
    const reader = createStoreReader(engine);
    const { tool_calls } = await reader.calls({}, { limit: 10, offset: 0 });
    const told = { [asked.id]: 4_500, [later.id]: undefined };
    expect(Object.fromEntries(tool_calls.map(({ id, waited_ms }) => [id, waited_ms]))).toEqual(told);
    expect((await reader.call(asked.id))?.waited_ms).toBe(4_500);
  });

  it('shows exact numbers unchanged', async () => {
    const { engine, writer } = store();
    const begin = createCalls(START)('s');
    const text = '{"id":12345678901234567890}';
    await writer.apply(
      [session('s'), begin, endOf(begin, { result: { text, bytes: 27, isCut: false, redactions: 0 } })],
      options(),
    );
    const call = await createStoreReader(engine).call(begin.id);
    expect(JSON.stringify(call?.result?.value)).toBe(text);
  });

  it('finds a call by its id even if it has another key', async () => {
    const { engine, writer } = store();
    const [one, two] = [createCalls(START)('s'), createCalls(START)('s')];
    expect(two.seq).toBe(one.seq);
    await writer.apply([session('s'), one], options('one'));
    await writer.apply([two], options('two'));
    const reader = createStoreReader(engine);
    expect([(await reader.call(one.id))?.id, (await reader.call(two.id))?.id]).toEqual([one.id, two.id]);
  });

  it.each(['', 'x', '00000000-0000-4000-8000-000000000000', '019a0000-0000-7000-8000-000000000000'])(
    'returns nothing for %j',
    async (id) => {
      const { engine, writer } = store();
      const begin = createCalls(START)('s');
      await writer.apply([session('s'), begin], options());
      expect(await createStoreReader(engine).call(id)).toBeUndefined();
      // The same time and number, but another call.
      expect(await createStoreReader(engine).call(`${begin.id.slice(0, -4)}0000`)).toBeUndefined();
    },
  );
}
