import { META } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { toWireParams } from './pending-request.ts';

const self = { name: 'gateway', version: '1' };
const LEGACY = { era: 'legacy', version: '2025-11-25', self } as const;
const MODERN = { era: 'modern', version: '2026-07-28', self } as const;
const onProgress = (): void => {};
const foreign = { progressToken: 'theirs', 'com.example/trace': 7 };
const envelope = {
  [META.protocolVersion]: 'x',
  [META.clientInfo]: {},
  [META.clientCapabilities]: {},
  [META.logLevel]: 'debug',
};
const ours = {
  [META.protocolVersion]: '2026-07-28',
  [META.clientInfo]: self,
  [META.clientCapabilities]: {},
};

describe('toWireParams', () => {
  it.each([
    ['nothing', undefined, {}, undefined],
    ['parameters without _meta', { a: 1 }, {}, { a: 1 }],
    ['an empty _meta', { _meta: {} }, {}, { _meta: {} }],
    ['a token that is not wanted', { a: 1, _meta: { progressToken: 1 } }, {}, { a: 1 }],
    ['other people’s _meta', { _meta: foreign }, {}, { _meta: { 'com.example/trace': 7 } }],
    ['our token', { _meta: foreign }, { onProgress }, { _meta: { 'com.example/trace': 7, progressToken: 5 } }],
    ['a token without other _meta', undefined, { onProgress }, { _meta: { progressToken: 5 } }],
    ['the envelope of a modern caller', { a: 1, _meta: envelope }, {}, { a: 1 }],
  ])('writes %s for a legacy server', (_, params, exchange, expected) => {
    expect(toWireParams(LEGACY, params, exchange, 5)).toEqual(expected);
  });

  it.each([
    ['nothing', undefined, {}, { _meta: ours }],
    ['other people’s _meta', { a: 1, _meta: foreign }, {}, { a: 1, _meta: { ...ours, 'com.example/trace': 7 } }],
    ['our token', { _meta: foreign }, { onProgress }, { _meta: { ...ours, 'com.example/trace': 7, progressToken: 5 } }],
    ['the caller’s envelope', { _meta: envelope }, {}, { _meta: { ...ours, [META.logLevel]: 'debug' } }],
    [
      'who calls',
      undefined,
      { client: { info: { name: 'them' }, capabilities: { sampling: {}, extensions: { 'a/b': {} } } } },
      {
        _meta: {
          ...ours,
          [META.clientInfo]: { name: 'them' },
          [META.clientCapabilities]: { sampling: {}, extensions: { 'a/b': {} } },
        },
      },
    ],
    [
      'a caller without a name',
      undefined,
      { client: { info: undefined, capabilities: { roots: {} } } },
      { _meta: { ...ours, [META.clientCapabilities]: { roots: {} } } },
    ],
  ])('writes %s for a server of 2026-07-28', (_, params, exchange, expected) => {
    expect(toWireParams(MODERN, params, exchange, 5)).toEqual(expected);
  });

  it('keeps __proto__ an ordinary key', () => {
    const params = JSON.parse('{"_meta":{"__proto__":{"a":1},"progressToken":1}}');
    expect(JSON.stringify(toWireParams(LEGACY, params, {}, 5))).toBe('{"_meta":{"__proto__":{"a":1}}}');
  });
});
