import type { CallBody, ToolCallDetail } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { copyForms } from './copy-forms.ts';

const body = (value: unknown, changes: Partial<CallBody> = {}): CallBody => ({
  value,
  bytes: 2,
  is_cut: false,
  redactions: 0,
  ...changes,
});
const call = (changes: Partial<ToolCallDetail> = {}): ToolCallDetail => ({
  id: 'c-1',
  session_id: 's',
  server: 'notes',
  tool: 'read note',
  title: 'Read Note',
  effective: null,
  class: 'read',
  decision: null,
  approval_id: null,
  attempts: 1,
  cached: false,
  status: 'ok',
  error: null,
  started_at: '2026-11-16T12:00:00.000Z',
  duration_ms: 1,
  metrics: { input_tokens: 1, output_tokens: 1, total_tokens: 2, encoding: 'o200k' },
  era: 'modern',
  client_name: null,
  mode: 'direct',
  summary: '',
  arguments: body({ id: "it's" }),
  result: body({ content: [] }),
  principal: 'local',
  others: null,
  params_digest: null,
  rounds: [],
  attempt_log: [],
  ...changes,
});
const ORIGIN = 'http://127.0.0.1:7420';
const copiedText = (label: string, of: ToolCallDetail): string | undefined =>
  copyForms(of, ORIGIN).find((form) => form.label === label)?.text;

it('offers everything if the arguments are known in full', () => {
  expect(copyForms(call(), ORIGIN).map(({ label, text }) => [label, text])).toEqual([
    ['Id', 'c-1'],
    ['Link', 'http://127.0.0.1:7420/tool-calls/c-1'],
    ['Arguments', '{\n  "id": "it\'s"\n}'],
    ['Result', '{\n  "content": []\n}'],
    ['Command to replay it', 'toolmark calls replay c-1'],
    [
      'As curl',
      [
        "curl -sS -X POST 'http://127.0.0.1:7420/api/v1/tools/notes/read%20note/call' \\",
        '  -H "authorization: Bearer $TOOLMARK_TOKEN" \\',
        "  -H 'content-type: application/json' \\",
        `  --data-binary '{"arguments":{"id":"it'\\''s"}}'`,
      ].join('\n'),
    ],
  ]);
});

it.each([
  ['a tool that no server has', { server: null }],
  ['arguments that were cut', { arguments: body('{"id":"…', { is_cut: true }) }],
  ['arguments with secrets removed', { arguments: body({}, { redactions: 1 }) }],
])('offers no command for %s', (_, changes) => {
  expect(copyForms(call(changes), ORIGIN).map(({ label }) => label)).toEqual(['Id', 'Link', 'Arguments', 'Result']);
});

it('offers what a running call has so far', () => {
  expect(copiedText('Result', call({ result: null }))).toBeUndefined();
  expect(copiedText('Arguments', call({ arguments: null }))).toBeUndefined();
});

it.each([
  ['$(touch /tmp/x) `id` " \\ !!', '\'{"arguments":{"text":"$(touch /tmp/x) `id` \\" \\\\ !!"}}\''],
  ["'; rm -rf / #", '\'{"arguments":{"text":"\'\\\'\'; rm -rf / #"}}\''],
])('quotes %o as plain text for a shell', (hostile, word) => {
  const command = copiedText('As curl', call({ tool: hostile, arguments: body({ text: hostile }) })) ?? '';
  expect(command.split('--data-binary ')[1]).toBe(word);
  expect(command).toContain(`/tools/notes/${encodeURIComponent(hostile).replaceAll("'", "'\\''")}/call'`);
});
