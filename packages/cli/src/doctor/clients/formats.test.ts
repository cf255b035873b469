import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonc } from './jsonc.ts';
import { parseToml } from './toml.ts';

describe('JSON as editors write it', () => {
  it.each<[string, unknown]>([
    ['{"a":1}', { a: 1 }],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['{ "a": [1, 2,], // two\n }', { a: [1, 2] }],
    ['/* head\n */ {"a": "x // no, /* comment", /* yes */}', { a: 'x // no, /* comment' }],
    ['{"a": "ends \\\\", /* yes */ "b": ",}"}', { a: 'ends \\', b: ',}' }],
    ['{"a": 1, // }\n /* ] */ }', { a: 1 }],
    ['{,}', {}],
    ['{', undefined],
    ['// only', undefined],
  ])('%j', (text, value) => expect(parseJsonc(text)).toEqual(value));

  it('is what it was without comments and commas', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', '// c "\n', '/* , } " */', '\n'), (json, noise) => {
        const dressed = JSON.stringify(JSON.parse(json), null, 1).replaceAll(/\n(\s*)([}\]])/g, `,${noise}\n$1$2`);
        expect(parseJsonc(`${noise}${dressed}${noise}`)).toEqual(JSON.parse(json));
      }),
    );
  });
});

describe('TOML, as much as is needed', () => {
  it.each<[string, string, unknown]>([
    ['tables', '[a.b]\nc = "d"\n[a."x.y"]\nz = true', { a: { b: { c: 'd' }, 'x.y': { z: true } } }],
    [
      'strings',
      `a = "x \\"y\\" # z" # comment\nb = 'C:\\path'\n"c d" = 'e'`,
      { a: 'x "y" # z', b: 'C:\\path', 'c d': 'e' },
    ],
    [
      'lists',
      'a = ["x", \'y\', "z,]"]\nb = [\n  "1", # one\n  "2",\n]\nc = []',
      { a: ['x', 'y', 'z,]'], b: ['1', '2'], c: [] },
    ],
    ['small tables', 'env = { A = "b", "C-D" = "e=f" }\nn = 12', { env: { A: 'b', 'C-D': 'e=f' }, n: 12 }],
    ['keys with dots', '[mcp_servers]\nx.command = "y"', { mcp_servers: { x: { command: 'y' } } }],
    ['lists of tables are left out', 'a = 1\n[[profiles]]\nb = 2\n[c]\nd = 3', { a: 1, c: { d: 3 } }],
    ['what it does not know', 'a = 2026-11-15\nb = """x"""\n= 3\nnonsense\nc = 1', { c: 1 }],
    ['a value where a table should be', 'a = 1\n[a.b]\nc = 2\n[d]\ne = 3', { a: 1, d: { e: 3 } }],
  ])('%s', (_case, text, value) => expect(parseToml(text)).toEqual(value));

  it('sets no prototype and never fails', () => {
    parseToml('[__proto__]\nhacked = "yes"\n[constructor.prototype]\nhacked = "yes"');
    expect(({} as { hacked?: string }).hacked).toBeUndefined();
    expect(Object.entries(parseToml('[__proto__]\na = "b"'))).toEqual([['__proto__', { a: 'b' }]]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]{}="\'.,#\\ab1\n ') }), (text) => void parseToml(text)),
    );
  });
});
