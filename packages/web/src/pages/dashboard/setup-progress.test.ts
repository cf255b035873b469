import type { Session } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { aSession } from '../../sessions/fixtures/session.ts';
import { type Start, setupProgress } from './setup-progress.ts';

const demo = aSession('d', { client_name: 'toolmark-demo', tool_call_count: 12 });
const idle = aSession('i', { client_name: 'cursor', tool_call_count: 0 });
const real = aSession('r', { client_name: 'cursor', tool_call_count: 3 });

describe('setupProgress', () => {
  it.each<[string, readonly Session[], string | null, readonly string[], Start]>([
    ['no data', [], null, [], 'new'],
    ['only the demo server', [], null, ['demo'], 'new'],
    ['a server, but no calls', [], null, ['notes'], 'new'],
    ['a client that called nothing', [idle], null, ['notes'], 'new'],
    ['only the demo', [demo], null, ['demo'], 'trying'],
    ['the demo beside a server', [demo, idle], null, ['demo', 'notes'], 'trying'],
    ['a client on the demo server', [real], null, ['demo'], 'trying'],
    ['a client on a server', [real, demo], null, ['demo', 'notes'], 'working'],
    ['more sessions than one page holds', [idle], 'more', ['demo', 'notes'], 'working'],
    ['more sessions than one page holds, all of the demo', [demo], 'more', ['notes'], 'working'],
  ])('%s', (_what, sessions, next_cursor, servers, start) => {
    const known = {
      sessions: { sessions, next_cursor },
      servers: servers.map((name) => ({ name })),
      demoServer: 'demo',
    };
    expect(setupProgress(known)).toBe(start);
  });

  it('treats every server as a real one if the demo server is unknown', () => {
    const known = {
      sessions: { sessions: [real], next_cursor: null },
      servers: [{ name: 'demo' }],
      demoServer: undefined,
    };
    expect(setupProgress(known)).toBe('working');
  });

  it('does not wait for the servers', () => {
    const known = { servers: undefined, demoServer: 'demo' };
    expect(setupProgress({ ...known, sessions: { sessions: [real], next_cursor: null } })).toBe('working');
    expect(setupProgress({ ...known, sessions: { sessions: [], next_cursor: null } })).toBe('new');
  });
});
