import { parseJson } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { mirrorParams } from './sent-params.ts';

const declared = [{ header: 'mcp-param-x', path: ['at', 'x'] }];

describe('mirrorParams', () => {
  it.each<[string, unknown, string | undefined]>([
    ['text', 'eu', 'eu'],
    ['text that is not ASCII', 'größe', '=?base64?Z3LDtsOfZQ==?='],
    ['text with blanks at an end', ' x', '=?base64?IHg=?='],
    ['text that looks encoded', '=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
    ['no text', '', '=?base64??='],
    ['true', true, 'true'],
    ['false', false, 'false'],
    ['a number', -1.5, '-1.5'],
    ['a number that not every language has', 2 ** 53, undefined],
    ['a number that no double holds', parseJson('12345678901234567890'), undefined],
    ['null', null, undefined],
    ['nothing', undefined, undefined],
    ['an object', { x: 1 }, undefined],
    ['a list', ['a'], undefined],
  ])('%s', (_case, x, expected) => {
    const headers = expected === undefined ? {} : { 'mcp-param-x': expected };
    expect(mirrorParams(declared, { at: { x } })).toEqual(headers);
  });

  it.each<[string, Parameters<typeof mirrorParams>[1]]>([
    ['without arguments', undefined],
    ['with text where an object should be', { at: 'x' }],
    ['with a list where an object should be', { at: ['x'] }],
    ['with what every object has', { at: Object.create({ x: 'inherited' }) as object }],
  ])('nothing %s', (_case, args) => expect(mirrorParams(declared, args)).toEqual({}));
});
