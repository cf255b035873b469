import { describe, expect, it } from 'vitest';
import { createLog, type LogOptions } from './create-log.ts';

function capture(options: Partial<LogOptions>) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { lines, log: createLog({ level: 'info', format: 'json', color: false, destination, ...options }) };
}

describe('createLog', () => {
  it('writes one JSON object per line, fields and sentence', () => {
    const { lines, log } = capture({});
    log.info({ server: 'notes' }, 'connected');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { level: 30, time: expect.any(Number), server: 'notes', msg: 'connected' },
    ]);
  });

  it('redacts fields that could hold secrets', () => {
    const { lines, log } = capture({});
    log.error({ token: 'abc', request: { authorization: 'Bearer abc', headers: { a: 'abc' } } }, 'x');
    expect(lines.join('')).not.toContain('abc');
  });

  it('respects its level, also one that is set later', () => {
    const { lines, log } = capture({ level: 'error' });
    log.warn({}, 'unheard');
    log.setLevel('debug');
    log.debug({}, 'heard');
    expect(lines.join('')).toContain('heard');
    expect(lines.join('')).not.toContain('unheard');
  });

  it('writes text for a terminal', async () => {
    const { lines, log } = capture({ format: 'text' });
    log.warn({ server: 'notes', state: 'waiting', reason: 'x' }, 'is away');
    await expect.poll(() => lines.join('')).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: notes: is away \{"reason":"x"\}\n$/);
  });
});
