import { describe, expect, it } from 'vitest';
import { content, fail, ok, type ToolOutcome } from './outcome.ts';
import { toOutcome } from './to-outcome.ts';
import { toResult } from './to-result.ts';
import { isToolError, ToolError } from './tool-error.ts';

const text = (words: unknown) => ({ type: 'text', text: words });
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

describe('what a handler returns, on the wire', () => {
  it.each<[string, unknown, object]>([
    ['an object', { id: 1 }, { content: [text('{"id":1}')], structuredContent: { id: 1 } }],
    ['a string', 'hello', { content: [text('hello')], structuredContent: { result: 'hello' } }],
    ['a list', [1, 2], { content: [text('[1,2]')], structuredContent: { result: [1, 2] } }],
    ['zero', 0, { content: [text('0')], structuredContent: { result: 0 } }],
    ['null', null, { content: [text('null')], structuredContent: { result: null } }],
    ['nothing', undefined, { content: [text('Done.')], structuredContent: { success: true } }],
    ['ok(data)', ok({ id: 1 }), { content: [text('{"id":1}')], structuredContent: { id: 1 } }],
    [
      'ok with a text',
      ok({ id: 1 }, { text: 'Made 1.' }),
      { content: [text('Made 1.')], structuredContent: { id: 1 } },
    ],
    [
      'ok with metadata',
      ok({ id: 1 }, { _meta: { 'com.example/a': 1 } }),
      { content: [text('{"id":1}')], structuredContent: { id: 1 }, _meta: { 'com.example/a': 1 } },
    ],
    ['content without data', content([image]), { content: [image] }],
    [
      'content with data',
      content([image], { w: 1 }),
      { content: [text('{"w":1}'), image], structuredContent: { w: 1 } },
    ],
    [
      'content with its own text',
      content([image, text('A cat.')], { w: 1 }),
      { content: [image, text('A cat.')], structuredContent: { w: 1 } },
    ],
    [
      'fail',
      fail('NOT_FOUND', 'There is no note 7.'),
      {
        content: [text('NOT_FOUND: There is no note 7.')],
        structuredContent: { success: false, error: { code: 'NOT_FOUND', message: 'There is no note 7.' } },
        isError: true,
      },
    ],
    [
      'fail with details',
      fail('NOT_FOUND', 'There is no note 7.', { id: 7 }),
      {
        content: [text('NOT_FOUND: There is no note 7.\nDetails: {"id":7}')],
        structuredContent: {
          success: false,
          error: { code: 'NOT_FOUND', message: 'There is no note 7.', details: { id: 7 } },
        },
        isError: true,
      },
    ],
    ['a result in MCP form', { content: [text('hi')] }, { content: [text('hi')] }],
    [
      'a result in MCP form with everything',
      { content: [image], structuredContent: { w: 1 }, isError: false, _meta: { 'com.example/a': 1 } },
      { content: [text('{"w":1}'), image], structuredContent: { w: 1 }, _meta: { 'com.example/a': 1 } },
    ],
    [
      'a failure in MCP form',
      { content: [text('No.'), text('Never.')], isError: true },
      {
        content: [text('FAILED: No.\nNever.')],
        structuredContent: { success: false, error: { code: 'FAILED', message: 'No.\nNever.' } },
        isError: true,
      },
    ],
    [
      'a failure in MCP form without a word',
      { content: [image], isError: true },
      {
        content: [text('FAILED: The tool failed without a message.')],
        structuredContent: { success: false, error: { code: 'FAILED', message: 'The tool failed without a message.' } },
        isError: true,
      },
    ],
    [
      'a question of SDK 2.x, untouched',
      { resultType: 'input_required', inputRequests: { a: {} } },
      { resultType: 'input_required', inputRequests: { a: {} } },
    ],
  ])('%s', (_, returned, expected) => {
    expect(toResult(toOutcome(returned), { hasOutputSchema: false })).toEqual(expected);
  });

  it.each<[string, object]>([
    ['a document with a field named content', { content: [text('hi')], author: 'me' }],
    ['content of another vocabulary', { content: [{ type: 'paragraph' }] }],
    ['an empty content', { content: [] }],
    ['fields like those of an outcome', { kind: 'failed', code: 'X', message: 'y' }],
  ])('treats as data: %s', (_, data) => {
    expect(toResult(toOutcome(data), { hasOutputSchema: false })).toEqual({
      content: [text(JSON.stringify(data))],
      structuredContent: data,
    });
  });
});

describe('a failure of a tool with an output schema', () => {
  it.each<[string, ToolOutcome, object]>([
    ['has no structured content', fail('GONE', 'Gone.'), { 'io.toolmark/error': { code: 'GONE', message: 'Gone.' } }],
    [
      'keeps its details and its own metadata',
      { ...fail('GONE', 'Gone.', { id: 7 }), _meta: { 'com.example/a': 1 } },
      { 'com.example/a': 1, 'io.toolmark/error': { code: 'GONE', message: 'Gone.', details: { id: 7 } } },
    ],
  ])('%s', (_, outcome, _meta) => {
    const result = toResult(outcome, { hasOutputSchema: true });
    expect(result).toEqual({ content: [text(expect.stringMatching(/^GONE: Gone\./))], isError: true, _meta });
  });
});

describe('a failure that fits the output schema', () => {
  it('has structured content, and still its metadata', () => {
    const failure = { success: false, error: { code: 'GONE', message: 'Gone.' } };
    const admits = (content: object) => JSON.stringify(content) === JSON.stringify(failure);
    expect(toResult(fail('GONE', 'Gone.'), { hasOutputSchema: true, admits })).toEqual({
      content: [text('GONE: Gone.')],
      structuredContent: failure,
      isError: true,
      _meta: { 'io.toolmark/error': failure.error },
    });
  });

  it('may have its own text', () => {
    const outcome = { ...fail('GONE', 'Gone.', { id: 7 }), text: 'It is gone.' };
    expect(toResult(outcome, { hasOutputSchema: true })).toMatchObject({
      content: [text('It is gone.')],
      isError: true,
    });
  });
});

describe('isToolError', () => {
  it('recognizes the error, also from another copy of the kit', () => {
    const foreign = Object.assign(new Error('no'), { name: 'ToolError', code: 'X' });
    expect(
      [new ToolError('X', 'no'), foreign, new Error('no'), { name: 'ToolError', code: 'X' }].map(isToolError),
    ).toEqual([true, true, false, false]);
  });
});
