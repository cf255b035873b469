import { expect, it } from 'vitest';
import { sessionChoices } from './session-choices.ts';

const NOW = Date.parse('2026-11-16T12:00:00.000Z');
const session = (id: string, changes = {}) => ({
  id,
  client_name: 'claude-code',
  client_version: '2.1.0',
  start_time: '2026-11-16T11:00:00.000Z',
  status: 'closed' as const,
  tool_call_count: 3,
  ...changes,
});
const listed = { value: 'aaaa-1234', label: 'Claude Code 2.1.0 · aaaa-1234', hint: 'started 1h ago · 3 calls' };

it.each([
  ['lists the recent ones', [session('aaaa-1234')], undefined, [listed]],
  ['lists the chosen one once', [session('aaaa-1234')], session('aaaa-1234'), [listed]],
  [
    'adds the chosen one if it is older than all others',
    [session('aaaa-1234')],
    session('bbbb-5678', { status: 'active', tool_call_count: 1, client_name: null, client_version: null }),
    [listed, { value: 'bbbb-5678', label: 'Unknown client · bbbb-5678', hint: 'active, started 1h ago · 1 call' }],
  ],
  ['none', [], undefined, []],
])('offers %s', (_, sessions, current, choices) => {
  expect(sessionChoices(sessions, current, NOW)).toEqual(choices);
});
