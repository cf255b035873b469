import type { JsonObject } from '@toolmark/base';
import { DEFAULT_RECORD } from '@toolmark/config';
import { createParamsDigest } from '@toolmark/record';
import { describe, expect, it } from 'vitest';
import { modernCaller } from '../../core/fixtures/caller.ts';
import type { Call } from '../../model/call.ts';
import { createCall } from '../pipeline.ts';
import { toBegin } from './call-entries.ts';
import { startRecord } from './call-recording.ts';
import { DELETE } from './fixtures/calls.ts';
import { createSanitizer } from './sanitizer.ts';

const digest = createParamsDigest(Buffer.alloc(32, 1));
const sanitizer = createSanitizer({ ...DEFAULT_RECORD, bodyBytes: 1_000 });

function beginEntry(params: JsonObject, headers: Record<string, string> = {}) {
  const given = params['arguments'] as JsonObject | undefined;
  const start = { id: 'i', seq: 1, name: 'x', params, arguments: given, startedAt: 0 };
  const call: Call = { ...createCall({ ...start, caller: modernCaller({ headers }) }), tool: DELETE };
  return toBegin({ call, record: startRecord(call, 's') }, null, sanitizer, digest);
}

describe('what is recorded of what a call sends', () => {
  it.each<[string, JsonObject, Record<string, string>, unknown]>([
    ['nothing but arguments', { arguments: {} }, {}, undefined],
    ['a member that nobody knows', { arguments: {}, task: { ttl: 1 } }, {}, { task: { ttl: 1 } }],
    ['a key of _meta', { _meta: { 'acme/tenant': 'x', progressToken: 1 } }, {}, { _meta: { 'acme/tenant': 'x' } }],
    ['a header', {}, { 'mcp-param-force': 'true' }, { 'HTTP headers': { 'mcp-param-force': 'true' } }],
    ['a secret', { _meta: { token: 'hunter2' } }, {}, { _meta: { token: '[redacted 7 characters]' } }],
  ])('besides its arguments: %s', (_, params, headers, expected) => {
    const { others } = beginEntry(params, headers);
    expect(others && JSON.parse(others.text)).toEqual(expected);
  });

  it.each<[string, JsonObject, boolean]>([
    ['what is recorded as it was', { arguments: { id: 1 }, task: {} }, false],
    ['a secret that was taken out', { arguments: { token: 'hunter2' } }, true],
    ['a secret that was taken out of the rest', { arguments: {}, task: { token: 'hunter2' } }, true],
    ['what was cut', { arguments: { text: 'x'.repeat(2_000) } }, true],
  ])('proves by a digest: %s', (_, params, isProven) => {
    const begin = beginEntry(params);
    expect(begin.digest !== undefined).toBe(isProven);
    if (begin.digest === undefined) return;
    const { arguments: given, ...others } = params;
    const sent = { server: 'notes', tool: 'delete_note', arguments: given as JsonObject, headers: undefined };
    const isOf = (rest: JsonObject | undefined) => digest.isOf(begin.digest ?? '', { ...sent, others: rest });
    expect([isOf(others), isOf({ more: 1 })]).toEqual([true, false]);
  });
});
