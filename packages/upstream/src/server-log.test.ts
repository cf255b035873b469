import { describe, expect, it } from 'vitest';
import { createServerLog, MAX_LOG_LINES } from './server-log.ts';

const newLog = () => createServerLog({ now: () => 5, redact: (text) => text.replaceAll('s3cret', '***') });

describe('the log of a server', () => {
  it.each([
    ['listening', 'info'],
    ['2026-11-16T08:00:00Z ERROR no such file', 'error'],
    ['Traceback (most recent call last):', 'error'],
    ['[warn] deprecated', 'warning'],
    ['DEBUG: 3 rows', 'debug'],
    ['terror in the attic', 'info'],
  ])('guesses the level of %j: %s', (line, level) => {
    const log = newLog();
    log.addPrinted(line);
    expect(log.linesAfter(0)).toEqual([{ seq: 1, at: 5, source: 'stderr', level, text: line }]);
  });

  it('takes log messages of the protocol, and no other notification', () => {
    const log = newLog();
    log.addNotification({ method: 'notifications/progress', params: { progress: 1 } });
    log.addNotification({
      method: 'notifications/message',
      params: { level: 'critical', logger: 'db', data: { lost: 3 } },
    });
    log.addNotification({ method: 'notifications/message', params: { level: 'odd', data: 'hello' } });
    expect(log.linesAfter(0).map(({ level, text }) => [level, text])).toEqual([
      ['error', 'db: {"lost":3}'],
      ['info', 'hello'],
    ]);
  });

  it('has no secrets, no empty lines, and no endless ones', () => {
    const log = newLog();
    log.addPrinted('token s3cret');
    log.addPrinted('  ');
    log.addPrinted('x'.repeat(10_000));
    expect(log.linesAfter(0).map(({ text }) => text.length)).toEqual(['token ***'.length, 2_000]);
    expect(log.linesAfter(0)[0]?.text).toBe('token ***');
  });

  it('goes on after a line, and keeps the last ones', () => {
    const log = newLog();
    for (let n = 1; n <= 3 * MAX_LOG_LINES; n++) log.addPrinted(`line ${n}`);
    expect(log.linesAfter(3 * MAX_LOG_LINES - 2).map(({ text }) => text)).toEqual(['line 2999', 'line 3000']);
    expect(log.linesAfter(3 * MAX_LOG_LINES)).toEqual([]);
    const all = log.linesAfter(0);
    expect([all.length, all[0]?.text]).toEqual([MAX_LOG_LINES, 'line 2001']);
  });
});
