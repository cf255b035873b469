import type { SentParams } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { argumentsLine } from './arguments-line.ts';

const sending = (text: string | null, headers: Readonly<Record<string, string>> = {}) => ({
  arguments: null,
  sent: { bytes: 1, sha256: 'ab', text, is_cut: false, marks: [], searched: 0, headers } satisfies SentParams,
});
const calling = (given: unknown) => sending(JSON.stringify({ name: 'delete', arguments: given }));

describe('argumentsLine', () => {
  it.each<[string, Parameters<typeof argumentsLine>[0], string]>([
    ['nothing', sending('{"name":"delete"}'), 'no arguments'],
    ['none', calling({}), 'no arguments'],
    ['what is not here', { arguments: null, sent: null }, 'no arguments'],
    ['several', calling({ id: 42, why: 'old', deep: { a: [1] } }), '"id": 42, "why": "old", "deep": { "a": [ 1 ] }'],
    [
      'a long value, so that the next is seen',
      calling({ text: 'x'.repeat(100), id: 1 }),
      `"text": "${'x'.repeat(50)}… "id": 1`,
    ],
    ['every digit', sending('{"name":"d","arguments":{"id":12345678901234567890}}'), '"id": 12345678901234567890'],
    ['what was cut', sending('{"name":"d","arguments":{"id":42,"te'), '"id": 42, "te'],
    ['what hides', calling({ a: 'x\u202ey' }), '"a": "xU+202Ey"'],
    [
      'what is sent besides',
      sending('{"name":"d","arguments":{"id":1},"_meta":{"acme/tenant":"x"},"task":{}}', { 'mcp-param-a': 'b' }),
      '"id": 1; also sends _meta, task, HTTP headers',
    ],
  ])('shows %s', (_what, approval, line) => {
    expect(argumentsLine(approval)).toBe(line);
  });

  it('is never longer than it may be', () => {
    expect(argumentsLine(calling({ a: 'b'.repeat(50), c: 'd'.repeat(50) }), 20)).toBe(`"a": "${'b'.repeat(13)}…`);
  });
});
