import type { GatewayEvent } from '@toolmark/api-contract';
import { afterEach, describe, expect, it } from 'vitest';
import { type Asked, ask, type Surroundings } from '../fixtures/ask.ts';
import { session, sessionNews } from '../fixtures/record.ts';
import { type RecordGateway, startRecordGateway } from '../fixtures/record-gateway.ts';

const ACTIVE = session(240_000);
const CLOSED = session(600_000, {
  id: 'c7aa0d11-0000-4000-8000-000000000002',
  client_name: 'Cursor',
  status: 'closed',
  end_time: '2026-11-15T12:00:00.000Z',
  end_reason: 'left',
});

let gateway: RecordGateway | undefined;

afterEach(() => gateway?.close());

/** Watches until stdout contains a text, then presses Ctrl-C. */
async function watch(
  args: readonly string[],
  until: string,
  given: Surroundings = {},
  repeated: readonly GatewayEvent[] = [],
): Promise<Asked> {
  const running = await startRecordGateway({ sessions: [ACTIVE, CLOSED] });
  gateway = running;
  const interrupt = new AbortController();
  const asked = ask(['sessions', 'watch', ...args], {
    home: running.data,
    signal: interrupt.signal,
    onStdout: (all) => {
      if (all.includes(until)) interrupt.abort();
    },
    ...given,
  });
  await running.listeners(1);
  running.tell(sessionNews(ACTIVE, 'created'));
  running.tell(sessionNews(ACTIVE, 'updated'));
  for (const again of repeated) running.tell(again);
  running.tell(sessionNews(CLOSED, 'closed'));
  return await asked;
}

describe('toolmark sessions watch', () => {
  it('prints a line per change without a terminal', async () => {
    const { code, stdout, stderr } = await watch([], 'Cursor');
    expect([code, stderr]).toEqual([130, '']);
    expect(stdout.split('\n')).toEqual([
      '12:00:00  started  ● claude-code',
      '12:00:00  active   ● claude-code         12 calls, 12.4k tokens, 1 error',
      '12:00:00  ended    ○ Cursor              10m, 12 calls, 12.4k tokens, 1 error',
      '',
    ]);
    expect(gateway?.paths()[0]).toBe('/events?types=sessions');
  });

  it('prints nothing if nothing changed, or if only tokens were counted after the end', async () => {
    const counted = { ...CLOSED, total_tokens: 99 };
    const { stdout } = await watch([], 'ended', {}, [
      sessionNews(ACTIVE, 'updated'),
      sessionNews(counted, 'updated'),
      sessionNews(ACTIVE, 'updated'),
      sessionNews({ ...ACTIVE, tool_call_count: 13 }, 'updated'),
    ]);
    expect(stdout.split('\n').slice(1)).toEqual([
      '12:00:00  active   ● claude-code         12 calls, 12.4k tokens, 1 error',
      '12:00:00  counted  ○ Cursor              12 calls, 99 tokens, 1 error',
      '12:00:00  active   ● claude-code         13 calls, 12.4k tokens, 1 error',
      '12:00:00  ended    ○ Cursor              10m, 12 calls, 12.4k tokens, 1 error',
      '',
    ]);
  });

  it('prints only those of one client', async () => {
    expect((await watch(['--client', 'Cursor'], 'Cursor')).stdout).toMatch(/^.* ended .*\n$/);
  });

  it('prints the original events with --json', async () => {
    const { stdout } = await watch(['--json'], 'closed"');
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([sessionNews(ACTIVE, 'created'), sessionNews(ACTIVE, 'updated'), sessionNews(CLOSED, 'closed')]);
  });

  it('keeps the active ones at the bottom of a terminal', async () => {
    const { code, stdout } = await watch(['--no-color'], 'ended', { isTTY: true });
    expect(code).toBe(130);
    expect(stdout).toContain('  ● claude-code  4m ago       4m     12     9    2      1   12.4k    1  b1f0c2d4');
    expect(stdout).not.toContain('goes on');
    expect(stdout.endsWith('\u001b[J')).toBe(true);
  });
});
