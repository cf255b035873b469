import { afterEach, describe, expect, it, vi } from 'vitest';
import { logIncident, withSafeHandler } from './incident.ts';

describe('logIncident', () => {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => {});
  afterEach(() => stderr.mockClear());
  const lines = () => stderr.mock.calls.map((words) => words.join(' '));

  it.each([
    [
      'an error with its stack, on one line',
      Object.assign(new Error('a'), { stack: 'Error: a\n    at b\n    at c' }),
      'Error: a | at b | at c',
    ],
    ['an error without a stack', Object.assign(new TypeError('a'), { stack: undefined }), 'TypeError: a'],
    ['something that is no error', 'a\nb', 'a | b'],
  ])('writes %s', (_, error, words) => {
    logIncident({ id: '1', tool: 'get_note', error });
    logIncident({ id: '2', tool: undefined, error });
    expect(lines()).toEqual([`toolmark: incident 1 in tool 'get_note': ${words}`, `toolmark: incident 2: ${words}`]);
  });

  it('replaces a handler that throws', () => {
    const handler = withSafeHandler(() => {
      throw Object.assign(new Error('log is full'), { stack: undefined });
    });
    handler({ id: '1', tool: undefined, error: 'lost' });
    expect(lines()).toEqual(['toolmark: incident 1: lost', 'toolmark: incident 1: Error: log is full']);
  });
});
