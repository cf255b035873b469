import type { SentParams } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { type ArgumentsLine, argumentsLine } from './arguments-line.ts';

const sending = (text: string | null, more: Partial<SentParams> = {}) => ({
  sent: {
    bytes: 1,
    sha256: 'ab',
    text,
    is_cut: false,
    marks: [],
    searched: 0,
    headers: {},
    ...more,
  } satisfies SentParams,
});
const calling = (given: unknown) => sending(JSON.stringify({ name: 'delete', arguments: given }));
const whole = (line: string): ArgumentsLine => ({ line, besides: [], isWhole: true });
const part = (line: string, ...besides: readonly string[]): ArgumentsLine => ({ line, besides, isWhole: false });

describe('argumentsLine', () => {
  it.each<[string, Parameters<typeof argumentsLine>[0], ArgumentsLine]>([
    ['nothing', sending('{"name":"delete"}'), whole('no arguments')],
    ['none', calling({}), whole('no arguments')],
    ['parameters of another gateway', { sent: null }, part('open to see them')],
    [
      'several',
      calling({ id: 42, why: 'old', deep: { a: [1] } }),
      whole('"id": 42, "why": "old", "deep": { "a": [ 1 ] }'),
    ],
    [
      'a long value, cut so that the next one is visible',
      calling({ text: 'x'.repeat(200), id: 1 }),
      part(`"text": "${'x'.repeat(50)}… "id": 1`),
    ],
    [
      'numbers in full',
      sending('{"name":"d","arguments":{"id":12345678901234567890}}'),
      whole('"id": 12345678901234567890'),
    ],
    ['a cut text', sending('{"name":"d","arguments":{"id":42,"te', { is_cut: true }), part('"id": 42, "te')],
    ['hidden characters', calling({ a: 'x\u202ey' }), whole('"a": "xU+202Ey"')],
    [
      'parameters besides the arguments',
      sending('{"name":"d","arguments":{"id":1},"_meta":{"acme/tenant":"x"},"task":{}}', {
        headers: { 'mcp-param-a': 'b' },
      }),
      part('"id": 1', '_meta', 'task', 'HTTP headers'),
    ],
    [
      'a secret, which needs a closer look',
      sending('{"name":"d","arguments":{"pin":"x"}}', { marks: [{ start: 28, end: 29, kind: 'secret' }] }),
      part('"pin": "x"'),
    ],
  ])('shows %s', (_what, approval, line) => {
    expect(argumentsLine(approval)).toEqual(line);
  });

  it('is never longer than the limit', () => {
    expect(argumentsLine(calling({ a: 'b'.repeat(50), c: 'd'.repeat(50) }), 20)).toEqual(
      part(`"a": "${'b'.repeat(13)}…`),
    );
  });
});
