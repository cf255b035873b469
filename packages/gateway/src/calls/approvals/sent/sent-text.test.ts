import { createHash } from 'node:crypto';
import { type JsonObject, parseJson } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { createCall } from '../../pipeline.ts';
import { modern } from '../fixtures/approvals-world.ts';
import { toFormText } from './form-text.ts';
import { createSentText, HEAD_CHARACTERS } from './sent-text.ts';

function sentOf(json: string, headers: Record<string, string> = {}) {
  const params = parseJson(json) as JsonObject;
  const args = params['arguments'] as JsonObject | undefined;
  const call = createCall({
    id: 'c',
    seq: 1,
    name: 'delete',
    params,
    arguments: args,
    startedAt: 0,
    caller: modern({ headers }),
  });
  return createSentText(call, () => []);
}

describe('what a call sends', () => {
  it('is the exact text, with its size and digest, without what belongs to the hop of its client', () => {
    const { text, bytes, sha256 } = sentOf(
      '{"_meta":{"progressToken":1,"acme/tenant":"ä"},"name":"delete","arguments":{"id":12345678901234567890,"x":1.0},"task":{"ttl":1e400}}',
    );
    const exact =
      '{"_meta":{"acme/tenant":"ä"},"name":"delete","arguments":{"id":12345678901234567890,"x":1},"task":{"ttl":1e400}}';
    expect(text).toBe(exact);
    expect([bytes, sha256]).toEqual([Buffer.byteLength(exact), createHash('sha256').update(exact).digest('hex')]);
  });

  it('is shown from its beginning, as far as is asked for', () => {
    const { view } = sentOf(`{"name":"delete","arguments":{"t":"${'x'.repeat(20_000)}"}}`);
    expect(view(HEAD_CHARACTERS)).toMatchObject({ is_cut: true, searched: HEAD_CHARACTERS, bytes: 20_038 });
    expect(view(Number.POSITIVE_INFINITY)).toMatchObject({ is_cut: false, searched: 20_038 });
  });

  it('has the headers that repeat no argument', () => {
    const { view } = sentOf('{"name":"delete"}', { 'mcp-param-tenant': 'b', authorization: 'x' });
    expect(view(10).headers).toEqual({ 'mcp-param-tenant': 'b' });
  });
});

describe('what a form shows of it', () => {
  it('is everything where it fits, with every string on one line', () => {
    const sent = sentOf('{"name":"delete","arguments":{"t":"a\\nIt is safe.\u202e"},"task":{}}', {
      'mcp-param-x': 'y',
    });
    expect(toFormText(sent)).toEqual({
      isWhole: true,
      lines: [
        `Exactly this is sent (${sent.bytes} bytes, SHA-256 ${sent.sha256}):`,
        '{',
        '  "name": "delete",',
        '  "arguments": {',
        '    "t": "a\\nIt is safe.\\u202e"',
        '  },',
        '  "task": {}',
        '}',
        'With these HTTP headers:',
        'mcp-param-x: "y"',
      ],
    });
  });

  it.each([
    ['long', `{"name":"delete","arguments":{"t":"${'x'.repeat(30_000)}"}}`],
    ['of many rows', `{"name":"delete","arguments":{"t":[${'[[[[[[1]]]]]],'.repeat(500)}1]}}`],
  ])('is the beginning where it is too %s, and says how much is missing', (_, json) => {
    const sent = sentOf(json);
    const { isWhole, lines } = toFormText(sent);
    expect(isWhole).toBe(false);
    expect(lines[0]).toBe(
      `It sends ${sent.bytes} bytes (SHA-256 ${sent.sha256}), more than fits here. It begins with:`,
    );
    expect(sent.text.startsWith(lines[1] ?? '?')).toBe(true);
    expect(lines[2]).toBe(`Not shown here: the rest, ${sent.text.length - 2_000} characters.`);
  });
});
