import { type JsonObject, parseJson } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redact/redactor.ts';
import { createBodies } from './bodies.ts';

const redactor = createRedactor({ enabled: true, names: [], keep: [], patterns: [] });
const bodies = createBodies({ maxBytes: 1024, redactor });

describe('a summary', () => {
  it.each<readonly [string, JsonObject | undefined, string]>([
    ['of nothing', undefined, ''],
    ['of no arguments', {}, ''],
    ['of the usual', { path: '/x', limit: 5, all: true, none: null }, 'path: "/x", limit: 5, all: true, none: null'],
    ['of lists and objects', { ids: [1, 2], where: { a: 'b' } }, 'ids: [1,2], where: {"a":"b"}'],
    ['of long texts', { text: 'x'.repeat(100), to: 'y' }, `text: "${'x'.repeat(60)}…", to: "y"`],
    ['of long lists', { ids: Array.from({ length: 1_000 }, () => 12) }, `ids: [${'12,'.repeat(13)}12…`],
    ['of odd names', { 'a b': 1, 'x"y': 2, 'z.w-1': 3 }, '"a b": 1, "x\\"y": 2, z.w-1: 3'],
    [
      'of a number that does not fit into a double',
      parseJson('{"n":12345678901234567890}') as JsonObject,
      'n: 12345678901234567890',
    ],
    [
      'of secrets',
      { user: 'ann', password: 'x', note: 'token=abc' },
      'user: "ann", password: "[redacted 1 character]", note: "token=[redacted 3 characters]"',
    ],
    [
      'of a variable that is set',
      { name: 'DB_PASSWORD', value: 'x' },
      'name: "DB_PASSWORD", value: "[redacted 1 character]"',
    ],
    ['of control characters', { a: 'x\u0007\n\u001b[31m\u009b\u202e\u2028y' }, 'a: "x\\u0007\\n\\u001b[31m   y"'],
    ['of a name with them', { 'a\u0085\u202eb': 1 }, '"a  b": 1'],
    ['of __proto__', JSON.parse('{"__proto__":1}') as JsonObject, '__proto__: 1'],
  ])('%s', (_case, value, line) => {
    expect(bodies.summary(value)).toBe(line);
    // The same right after the body was made, the usual order.
    bodies.of(value);
    expect(bodies.summary(value)).toBe(line);
  });

  it('is a single line of at most 160 characters, without half characters', () => {
    const value = Object.fromEntries(Array.from({ length: 30 }, (_none, index) => [`a${index}`, '😀'.repeat(40)]));
    const line = bodies.summary(value);
    expect(line.length).toBeLessThanOrEqual(160);
    expect(line.endsWith('…')).toBe(true);
    expect(line.isWellFormed()).toBe(true);
  });

  it('of arguments with one oversized value shows the others', () => {
    const value = {
      content: 'x'.repeat(300_000),
      list: Array.from({ length: 9_000 }, () => 'x'),
      path: '/x',
      token: 'y',
    };
    bodies.of(value);
    expect(bodies.summary(value)).toBe(
      'content: "[300000 characters]", list: "[9000 entries]", path: "/x", token: "[redacted 1 character]"',
    );
  });

  it('has no part of a secret at the end of a long text', () => {
    const secret = `ghp_${'aB3dE5fG7h'.repeat(4)}`;
    for (let at = 4_030; at < 4_110; at++) {
      const value = { a: `${secret} `.repeat(100).slice(0, at) + secret, b: ['x'.repeat(at), secret] };
      expect(bodies.summary(value)).not.toContain('aB3dE');
    }
  });

  it('does not confuse two objects in its cache', () => {
    bodies.of({ a: 1 });
    expect(bodies.summary({ a: 2 })).toBe('a: 2');
  });
});
