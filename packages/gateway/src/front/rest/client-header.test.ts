import { describe, expect, it } from 'vitest';
import { parseClientHeader } from './client-header.ts';

describe('parseClientHeader', () => {
  it.each([
    [undefined, undefined],
    ['cli/1.2.3', { name: 'toolmark-cli', version: '1.2.3' }],
    ['web/0.1.0', { name: 'toolmark-web', version: '0.1.0' }],
    ['my-script/7', { name: 'my-script', version: '7' }],
    ['constructor/1', { name: 'constructor', version: '1' }],
  ])('%s', (header, expected) => expect(parseClientHeader(header)).toEqual({ ok: true, value: expected }));

  it.each(['', 'cli', 'cli/', '/1', 'a b/1', 'a/b/c', 'ä/1', `${'x'.repeat(101)}/1`])('%j is rejected', (header) => {
    expect(parseClientHeader(header)).toEqual({
      ok: false,
      error: expect.stringContaining('must be a name and a version'),
    });
  });
});
