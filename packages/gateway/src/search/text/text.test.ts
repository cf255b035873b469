import { describe, expect, it } from 'vitest';
import { termsOf } from './terms.ts';
import { wordsOf } from './words.ts';

describe('wordsOf', () => {
  it.each<[string, readonly string[]]>([
    ['get_file_info', ['get', 'file', 'info']],
    ['list-all-notes', ['list', 'all', 'notes']],
    ['readTextFile', ['read', 'text', 'file']],
    ['getHTTPStatus', ['get', 'http', 'status']],
    ['HTTPServer2', ['http', 'server', '2']],
    ['base64_encode', ['base', '64', 'encode']],
    ['notes__delete.all/now', ['notes', 'delete', 'all', 'now']],
    ['Überblick über Größen', ['überblick', 'über', 'größen']],
    ['e\u0301tat', ['état']],
    ['читатьФайл', ['читать', 'файл']],
    ['获取当前日期', ['获取', '当前', '日期']],
    ['', []],
    ['—…!', []],
  ])('%j', (text, words) => expect(wordsOf(text)).toEqual(words));
});

describe('termsOf', () => {
  it.each<[string, readonly string[]]>([
    ['Lists all of the directories', ['list', 'all', 'directori']],
    ['listing, LISTED, list', ['list', 'list', 'list']],
    ['What is the status of a deployment?', ['statu', 'deploy']],
    ['to be or not to be', []],
    ['größen', ['größen']],
    [`${'a'.repeat(200)}`, ['a'.repeat(40)]],
  ])('%j', (text, terms) => expect(termsOf(text)).toEqual(terms));

  it('yields the same term for repeated and differently written words', () => {
    expect(new Set(['Files', 'files', 'FILES', 'file'].flatMap(termsOf))).toEqual(new Set(['file']));
  });
});
