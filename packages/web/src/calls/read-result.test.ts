import { describe, expect, it } from 'vitest';
import { fileName, readResult, toFile } from './read-result.ts';

const one = (block: unknown) => {
  const read = readResult({ content: [block] });
  return read.kind === 'result' ? read.parts[0] : read;
};

describe('reading a result', () => {
  it.each([
    ['a protocol error', { code: -32602, message: 'No such tool.' }],
    ['the same, wrapped in a reply', { error: { code: -32602, message: 'No such tool.' } }],
  ])('%s', (_, value) => {
    expect(readResult(value)).toEqual({ kind: 'error', code: -32602, message: 'No such tool.' });
  });

  it('an error with data, and without a code', () => {
    expect(readResult({ message: 'Broken.', data: { at: 1 } })).toEqual({
      kind: 'error',
      code: null,
      message: 'Broken.',
      data: { at: 1 },
    });
  });

  it.each([
    ['a result', { content: [{ type: 'text', text: 'Done.' }] }],
    ['the same, wrapped in a reply', { result: { content: [{ type: 'text', text: 'Done.' }] } }],
  ])('%s', (_, value) => {
    expect(readResult(value)).toEqual({
      kind: 'result',
      isError: false,
      parts: [{ kind: 'text', text: 'Done.', note: '' }],
      isRepeated: false,
    });
  });

  it('a failed result', () => {
    expect(readResult({ content: [], isError: true })).toEqual({
      kind: 'result',
      isError: true,
      parts: [],
      isRepeated: false,
    });
  });

  it('does not take a result with its own message for an error', () => {
    expect(readResult({ content: [], message: 'hm' })).toMatchObject({ kind: 'result' });
  });

  it.each([[null], ['a text'], [12], [[1, 2]], [{}], [{ something: 'else' }]])('keeps %o as it is', (value) => {
    expect(readResult(value)).toEqual({ kind: 'other', value });
  });
});

describe('structured content', () => {
  it('is marked as repeated if a text says the same', () => {
    const read = readResult({ content: [{ type: 'text', text: '{ "a": [1] }' }], structuredContent: { a: [1] } });
    expect(read).toEqual({ kind: 'result', isError: false, parts: [], structured: { a: [1] }, isRepeated: true });
  });

  it('is shown with a text that says something else', () => {
    const read = readResult({ content: [{ type: 'text', text: '{"a":2}' }], structuredContent: { a: 1 } });
    expect(read).toMatchObject({ parts: [{ text: '{"a":2}' }], structured: { a: 1 }, isRepeated: false });
  });

  it('can be the only content', () => {
    expect(readResult({ structuredContent: { a: 1 } })).toMatchObject({
      kind: 'result',
      parts: [],
      structured: { a: 1 },
    });
  });

  it('deeper than the stack is shown as it is', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const read = readResult({
      content: [{ type: 'text', text: deep }],
      structuredContent: JSON.parse(deep) as unknown,
    });
    expect(read).toMatchObject({ kind: 'result', isRepeated: false });
  });
});

describe('a content block', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    [' [1]', [1]],
    ['{"a":', undefined],
    ['12', undefined],
    ['plain', undefined],
  ])('reads the text %o as the JSON %o', (text, json) => {
    expect(one({ type: 'text', text })).toEqual({ kind: 'text', text, ...(json !== undefined && { json }), note: '' });
  });

  it('an image', () => {
    expect(
      one({ type: 'image', data: 'aGk=', mimeType: 'image/png', annotations: { audience: ['user'], priority: 0.5 } }),
    ).toEqual({
      kind: 'media',
      of: 'image',
      file: {
        mimeType: 'image/png',
        bytes: 2,
        shownAs: 'data:image/png;base64,aGk=',
        savedAs: 'data:application/octet-stream;base64,aGk=',
      },
      note: 'for user · priority 0.5',
    });
  });

  it('a resource with text', () => {
    expect(one({ type: 'resource', resource: { uri: 'note://1', mimeType: 'text/plain', text: 'hi' } })).toEqual({
      kind: 'resource',
      uri: 'note://1',
      content: { kind: 'text', mimeType: 'text/plain', text: 'hi' },
      note: '',
    });
  });

  it.each([
    ['audio/wav', 'audio'],
    ['image/jpeg', 'image'],
    ['application/pdf', 'bytes'],
    ['text/html', 'bytes'],
  ])('shows a resource of type %s as %s', (mimeType, of) => {
    expect(one({ type: 'resource', resource: { uri: 'x:1', mimeType, blob: 'aGk=' } })).toMatchObject({
      kind: 'resource',
      content: { kind: 'file', of },
    });
  });

  it('a link to a resource', () => {
    expect(
      one({
        type: 'resource_link',
        uri: 'javascript:alert(1)',
        name: 'n',
        title: 'T',
        description: 'D',
        mimeType: 'text/html',
        size: 5,
      }),
    ).toEqual({ kind: 'link', uri: 'javascript:alert(1)', title: 'T', tells: ['D', 'text/html', '5 bytes'], note: '' });
  });

  it.each([
    [null],
    ['text'],
    [{ type: 'text' }],
    [{ type: 'text', text: 3 }],
    [{ type: 'image', data: '<svg onload=alert(1)>', mimeType: 'image/svg+xml' }],
    [{ type: 'resource' }],
    [{ type: 'resource', resource: { uri: 'x:1' } }],
    [{ type: 'hologram', data: 'aGk=' }],
  ])('keeps %o as it is', (block) => {
    expect(one(block)).toMatchObject({ kind: 'other', value: block });
  });
});

describe('bytes', () => {
  it.each([
    ['image/png', 'data:image/png;base64,aGk='],
    ['IMAGE/PNG; charset=x', 'data:image/png;base64,aGk='],
    ['image/svg+xml', 'data:image/svg+xml;base64,aGk='],
    ['audio/wav', 'data:audio/wav;base64,aGk='],
    ['text/html', undefined],
    ['image/png,<script>', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('shows %o as %o', (mimeType, shownAs) => {
    expect(toFile('aGk=', mimeType)?.shownAs).toBe(shownAs);
  });

  it.each([
    ['', 0],
    ['aGk=', 2],
    ['aA==', 1],
    ['aGkh', 3],
    ['aG\nkh', 3],
  ])('decodes %o to %d bytes', (data, bytes) => {
    expect(toFile(data, 'image/png')?.bytes).toBe(bytes);
  });

  it.each([['aGk=,x'], ['a"onerror='], ['==='], [12], [null]])('rejects %o', (data) => {
    expect(toFile(data, 'image/png')).toBeUndefined();
  });
});

it.each([
  ['note://a/b/report.pdf?x=1', 'report.pdf'],
  ['file:///etc/', 'etc'],
  ['x:../../.bashrc', 'bashrc'],
  ['a\u202efdp.exe', 'a-fdp.exe'],
  ['', 'result'],
  ['///', 'result'],
])('saves %s as %s', (uri, name) => {
  expect(fileName(uri, 'result')).toBe(name);
});
