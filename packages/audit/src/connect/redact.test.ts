import type { ServerTarget } from '@toolmark/reach';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';

describe('createRedactor', () => {
  it.each<[string, ServerTarget, Record<string, string>, string, string]>([
    [
      'env it was given',
      { kind: 'command', command: 'x', env: { ANY: 's3cret!' } },
      {},
      'key s3cret! is bad',
      'key … is bad',
    ],
    [
      'inherited secrets',
      { kind: 'command', command: 'x' },
      { API_KEY: 'abcdef', PATH: '/usr/bin' },
      'abcdef /usr/bin',
      '… /usr/bin',
    ],
    [
      'credentials of a header, with and without scheme',
      { kind: 'url', url: 'http://a.b', headers: { Authorization: 'Bearer abc.def.ghi' } },
      {},
      'Bearer abc.def.ghi, token abc.def.ghi',
      '…, token …',
    ],
    ['the query of an address', { kind: 'url', url: 'http://a.b/?key=topsecret' }, {}, 'bad topsecret', 'bad …'],
    ['nothing short', { kind: 'command', command: 'x', env: { DEBUG: '1', MODE: 'on' } }, {}, '1 on', '1 on'],
    [
      'the longer of two first',
      { kind: 'command', command: 'x', env: { A: 'secret', B: 'secret-long' } },
      {},
      'secret-long',
      '…',
    ],
  ])('redacts %s', (_case, target, env, text, wanted) => expect(createRedactor(target, env).text(text)).toBe(wanted));

  it('covers messages, stderr and samples', () => {
    const redact = createRedactor({ kind: 'command', command: 'x', env: { K: 'hidden' } }, {});
    expect(redact.failure({ code: 'exited', message: 'a hidden', stderrTail: ['b hidden'] })).toEqual({
      code: 'exited',
      message: 'a …',
      stderrTail: ['b …'],
    });
    expect(redact.problem({ kind: 'stdout-noise', message: 'hidden', count: 1, sample: 'is hidden' })).toEqual({
      kind: 'stdout-noise',
      message: '…',
      count: 1,
      sample: 'is …',
    });
  });
});
