import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { ServerTarget } from '@toolmark/reach';
import { describe, expect, it, vi } from 'vitest';
import { dualEraHandler, listen, sseHandler } from './fixtures/http-servers.ts';
import { createPidFile, isAlive, startHost, stdioServer } from './fixtures/processes.ts';

const STUBBORN_FAMILY = { GRANDCHILD: '1', STUBBORN: '1' };

describe('when the program ends during an inspection, the server ends too', () => {
  it.each<[string, NodeJS.Signals, Readonly<Record<string, string>>, readonly unknown[], string]>([
    ['is signalled', 'SIGTERM', {}, [null, 'SIGTERM'], ''],
    ['is interrupted', 'SIGINT', {}, [null, 'SIGINT'], ''],
    ['exits', 'SIGUSR2', {}, [7, null], ''],
    ['handles the signal itself', 'SIGTERM', { HANDLES: 'SIGTERM' }, [0, null], 'cancelled'],
  ])('that %s', async (_, signal, env, ending, printed) => {
    const pidFile = createPidFile();
    const host = startHost(stdioServer({ ...STUBBORN_FAMILY, ON_START: 'silent', PID_FILE: pidFile.path }), env);
    await vi.waitFor(() => expect(pidFile.pids()).toHaveLength(2), { timeout: 5_000 });
    host.kill(signal);
    expect(await outcomeOf(host)).toEqual({ ending, printed });
    // The program is dead and could not wait for the processes that it killed.
    await vi.waitFor(() => expect(pidFile.pids().filter(isAlive)).toEqual([]), { timeout: 1_000 });
  });
});

describe('after an inspection the program exits by itself', () => {
  const urlOf = async (handler: Parameters<typeof listen>[0]): Promise<ServerTarget> => {
    const { url } = await listen(handler);
    return { kind: 'url', url };
  };
  const tools = [{ name: 'a' }];

  it.each<[string, () => ServerTarget | Promise<ServerTarget>, string]>([
    ['a command', () => stdioServer(), 'tools 1'],
    ['a command that hangs', () => stdioServer({ ...STUBBORN_FAMILY, ON_START: 'silent' }), 'timeout'],
    ['an address', () => urlOf(dualEraHandler(tools)), 'tools 1'],
    ['an address with SSE', () => urlOf(sseHandler(tools)), 'tools 1'],
    ['an address that hangs', () => urlOf(() => {}), 'timeout'],
    [
      'an address that never ends its refusal',
      () => urlOf((_, response) => response.writeHead(404).write('no')),
      'not-mcp',
    ],
  ])('of %s', async (_, target, printed) => {
    const host = startHost(await target(), { TIMEOUT_MS: '1500' });
    expect(await outcomeOf(host)).toEqual({ ending: [0, null], printed });
  });
});

it('exits by itself even if a child of the server left its group and holds its pipes', async () => {
  const pidFile = createPidFile();
  const host = startHost(stdioServer({ GRANDCHILD: 'daemon', PID_FILE: pidFile.path }));
  expect(await outcomeOf(host)).toEqual({ ending: [0, null], printed: 'tools 1' });
  expect(pidFile.pids().filter(isAlive)).toEqual([pidFile.pids()[1]]);
});

async function outcomeOf(host: ChildProcess): Promise<{ ending: readonly unknown[]; printed: string }> {
  if (host.stdout === null) throw new Error('the host has no stdout');
  const [ending, printed] = await Promise.all([once(host, 'exit'), text(host.stdout)]);
  return { ending, printed };
}
