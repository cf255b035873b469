import type { JsonObject } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HandshakeOptions, shakeHands } from './handshake.ts';
import { createMultiplexer, type Multiplexer } from './multiplexer.ts';

type Answer = JsonObject | 'silent';
/** One answer or a sequence of answers, and their delay. */
type Script = readonly [Answer | readonly Answer[], number];

const self = { name: 'gateway', version: '1' };
const DISCOVERED = { result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } };
const INITIALIZED = { result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'x' } } };
const UNKNOWN = { error: { code: -32601, message: 'Method not found' } };
const unsupported = (supported: readonly string[]): Answer => ({
  error: { code: -32022, message: 'Unsupported', data: { supported } },
});

/** A server that answers both requests after the given delays. */
function play(discover: Script, initialize: Script): Multiplexer {
  let asked = 0;
  const mux: Multiplexer = createMultiplexer(
    {
      send: (text) => {
        const { id, method } = JSON.parse(text);
        const [answers, delay] = method === 'initialize' ? initialize : discover;
        const answer = Array.isArray(answers) ? answers[asked++] : answers;
        if (answer !== 'silent') setTimeout(() => mux.receive({ jsonrpc: '2.0', id, ...answer }), delay);
      },
      abandon: () => true,
    },
    { onNotification: () => {}, onRequest: async () => ({ kind: 'result', result: {} }) },
    { era: 'legacy', version: undefined, self },
  );
  return mux;
}

const shake = async (mux: Multiplexer, options: Partial<HandshakeOptions> = {}): Promise<unknown> => {
  const signal = new AbortController().signal;
  const outcome = shakeHands(mux, { protocol: 'auto', self, signal, ...options });
  await vi.advanceTimersByTimeAsync(60_000);
  const { ok, ...rest } = await outcome;
  return ok && 'value' in rest ? `${rest.value.era} ${rest.value.protocolVersion}` : rest;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('shakeHands', () => {
  it.each([
    ['answers at once', [DISCOVERED, 10], ['silent', 0], 'modern 2026-07-28'],
    ['refuses server/discover', [UNKNOWN, 10], [INITIALIZED, 20_000], 'legacy 2025-06-18'],
    ['ignores server/discover', ['silent', 0], [INITIALIZED, 10], 'legacy 2025-06-18'],
    ['is slow and modern', [DISCOVERED, 20_000], [UNKNOWN, 20_000], 'modern 2026-07-28'],
    ['is slow and speaks both eras', [DISCOVERED, 20_000], [INITIALIZED, 20_000], 'modern 2026-07-28'],
    ['is slow and answers out of order', [DISCOVERED, 20_500], [UNKNOWN, 17_000], 'modern 2026-07-28'],
    ['is slow and legacy', [UNKNOWN, 20_000], [INITIALIZED, 20_000], 'legacy 2025-06-18'],
    ['discovers something else', [{ result: { tools: [] } }, 10], [INITIALIZED, 10], 'legacy 2025-06-18'],
    [
      'is newer, but also speaks legacy',
      [unsupported(['2027-01-01', '2025-11-25']), 10],
      [INITIALIZED, 10],
      'legacy 2025-06-18',
    ],
    [
      'refuses a version that it supports, once',
      [[unsupported(['2026-07-28']), DISCOVERED], 10],
      ['silent', 0],
      'modern 2026-07-28',
    ],
  ] as const)('agrees with a server that %s', async (_, discover, initialize, expected) => {
    const mux = play(discover, initialize);
    expect(await shake(mux)).toBe(expected);
    expect(`${mux.dialect().era} ${mux.dialect().version}`).toBe(expected);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [
      'refuses both',
      'auto',
      [UNKNOWN, 10],
      [UNKNOWN, 10],
      /answered the handshake with error -32601 \(Method not found\)/,
      true,
    ],
    [
      'refuses with an error that resembles ours',
      'legacy',
      ['silent', 0],
      [
        {
          error: {
            code: -32000,
            message: `\u001b[31mRED\nforged ${'x'.repeat(500)}`,
            data: { error: 'x', status: 401 },
          },
        },
        10,
      ],
      /^The server answered the handshake with error -32000 \(RED forged x{150,200}…\); provide what it asks for/,
      true,
    ],
    ['refuses one request and ignores the other', 'auto', ['silent', 0], [UNKNOWN, 10], /error -32601/, true],
    [
      'is too new',
      'auto',
      [unsupported(['2027-01-01']), 10],
      [INITIALIZED, 10],
      /does not support \(2027-01-01\)/,
      false,
    ],
    [
      'is too new and slow',
      'auto',
      [unsupported(['2027-01-01']), 4_000],
      ['silent', 10],
      /does not support \(2027-01-01\)/,
      false,
    ],
    ['is too old', 'modern', [UNKNOWN, 10], [INITIALIZED, 10], /does not support the 2026-07-28 protocol/, false],
    [
      'names no revision',
      'legacy',
      ['silent', 0],
      [{ result: {} }, 10],
      /revision none, which Toolmark does not support/,
      false,
    ],
  ] as const)('fails with a server that %s', async (_, protocol, discover, initialize, message, retryable) => {
    const outcome = await shake(play(discover, initialize), { protocol });
    expect(outcome).toEqual({ error: { message: expect.stringMatching(message), retryable } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['auto', 'modern', 'legacy'] as const)('ends when the signal aborts (%s)', async (protocol) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 10_000);
    const outcome = await shake(play(['silent', 0], ['silent', 0]), { protocol, signal: controller.signal });
    expect(outcome).toMatchObject({ error: { retryable: expect.any(Boolean) } });
    expect(vi.getTimerCount()).toBe(0);
  });
});
