import { failed, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { redactErrors } from './create-server.ts';

const redact = (text: string): string => text.replaceAll('s3cret', '…');

describe('redactErrors', () => {
  it('redacts an error with its data', () => {
    const reply = failed({ code: -32_000, message: 'bad s3cret', data: { s3cret: ['a s3cret'] } });
    expect(redactErrors(reply, redact)).toEqual(failed({ code: -32_000, message: 'bad …', data: { '…': ['a …'] } }));
  });

  it('redacts a result with isError', () => {
    const reply = result({ isError: true, content: [{ type: 'text', text: 'bad s3cret' }] });
    expect(redactErrors(reply, redact)).toEqual(result({ isError: true, content: [{ type: 'text', text: 'bad …' }] }));
  });

  it.each([
    ['a successful result', result({ content: [{ type: 'text', text: 's3cret' }] })],
    ['an error without secrets', failed({ code: 1, message: 'no' })],
    ['serialized results', { kind: 'json' as const, json: Buffer.from('s3cret') }],
  ])('leaves %s unchanged', (_, reply) => expect(redactErrors(reply, redact)).toBe(reply));
});
