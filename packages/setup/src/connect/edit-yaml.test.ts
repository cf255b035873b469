import { describe, expect, it } from 'vitest';
import { removeYamlServer, setYamlServer } from './edit-yaml.ts';

const MAP = { place: ['extensions'] };
const LIST = { place: ['mcpServers'], isList: true };
const ENTRY = { type: 'x', uri: 'http://127.0.0.1:7420/mcp', headers: { Authorization: 'Bearer abc' } };
const BLOCK = `  toolmark:
    type: x
    uri: http://127.0.0.1:7420/mcp
    headers:
      Authorization: Bearer abc
`;
const ITEM = `- name: toolmark
  type: x
  uri: http://127.0.0.1:7420/mcp
  headers:
    Authorization: Bearer abc
`;
const inside = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

describe('a server in YAML', () => {
  it.each<[string, typeof MAP, string, string]>([
    ['is the only content', MAP, '', `extensions:\n${BLOCK}`],
    ['is appended', MAP, '# mine\nA: 1', `# mine\nA: 1\nextensions:\n${BLOCK}`],
    [
      'comes before the others, whose comments stay with them',
      MAP,
      'A: 1 # a\nextensions: # all\n  # of b\n  b:\n    cmd: "x" # y\n\n# of c\nC: 2\n',
      `A: 1 # a\nextensions: # all\n${BLOCK}  # of b\n  b:\n    cmd: "x" # y\n\n# of c\nC: 2\n`,
    ],
    [
      'replaces the lines of an older one',
      MAP,
      'extensions:\n  toolmark:\n    cmd: x\n    args:\n      - a # last\n  # of b\n  b: {cmd: x}\n',
      `extensions:\n${BLOCK}  # of b\n  b: {cmd: x}\n`,
    ],
    ['takes the place of nothing', MAP, 'extensions:\nA: 1\n', `extensions:\n${BLOCK}A: 1\n`],
    ['takes the place of braces', MAP, 'extensions: {}\nA: 1\n', `extensions:\n${BLOCK}A: 1\n`],
    ['is refused beside others on one line', MAP, 'extensions: { b: { cmd: x } }\n', 'refused'],
    ['is refused in a file on one line', MAP, '{ "extensions": {} }\n', 'refused'],
    ['is refused where a text is', MAP, 'extensions: none\n', 'refused'],
    ['is the first of a list', LIST, 'mcpServers:\n- name: b\n  url: x\n', `mcpServers:\n${ITEM}- name: b\n  url: x\n`],
    [
      'is indented like its list',
      LIST,
      'mcpServers:\n  - name: b\n    note: |\n      text\n  - name: toolmark\n    cmd: x\nz: 1\n',
      `mcpServers:\n  - name: b\n    note: |\n      text\n${inside(ITEM)}z: 1\n`,
    ],
    ['takes the place of brackets', LIST, 'mcpServers: []\n', `mcpServers:\n${inside(ITEM)}`],
  ])('%s', (_case, where, before, wanted) => {
    const set = setYamlServer(before, where, 'toolmark', ENTRY);
    expect(set.ok ? set.value : 'refused').toBe(wanted);
    if (set.ok) expect(setYamlServer(set.value, where, 'toolmark', ENTRY)).toEqual(set);
  });

  it.each<[string, typeof MAP, string, string]>([
    ['alone', MAP, 'A: 1\nextensions:\n  toolmark:\n    cmd: x\nB: 2\n', 'A: 1\nB: 2\n'],
    ['beside others', MAP, 'extensions:\n  toolmark:\n    cmd: x\n  # b\n  b: 1\n', 'extensions:\n  # b\n  b: 1\n'],
    ['alone in a list', LIST, 'mcpServers:\n  # mine\n  - name: toolmark\n', 'mcpServers:\n  # mine\n'],
    ['not there', LIST, 'mcpServers: []\n', 'mcpServers: []\n'],
  ])('is removed if it is %s', (_case, where, before, wanted) => {
    expect(removeYamlServer(before, where, 'toolmark')).toEqual({ ok: true, value: wanted });
  });

  it('reports the position of an error without quoting it', () => {
    expect(setYamlServer('A: 1\nb: [SECRET\n', MAP, 'toolmark', ENTRY)).toEqual({
      ok: false,
      error: expect.stringMatching(/^is not valid YAML at line \d, column \d$/),
    });
  });
});
