import { parseJsonText } from '@toolmark/config';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeServer, renameServer, replaceText, setServer } from './edit-config.ts';

const TEXT = `{
  // mine
  "mcpServers": {
    "a": { "command": "x", "args": ["1"] }, // about a
    // about b
    "b": {
      "command": "y", // why
      "env": { "K": "v" }
    }
  },
  "listen": {"port": 1}
}
`;

const edits: readonly (readonly [string, (text: string) => string, string, string])[] = [
  [
    'a new server, after the last',
    (text) => setServer(text, 'c', { command: 'z' }),
    '      "env": { "K": "v" }\n    }\n',
    '      "env": { "K": "v" }\n    },\n    "c": {\n      "command": "z"\n    }\n',
  ],
  [
    'one value',
    (text) => setServer(text, 'b', { command: 'y2', env: { K: 'v' } }),
    '"command": "y", // why',
    '"command": "y2", // why',
  ],
  [
    'a value within a value, and a new one',
    (text) => setServer(text, 'b', { command: 'y', env: { K: 'v', L: 'w' }, timeout: 3 }),
    '"env": { "K": "v" }\n',
    '"env": { "K": "v", "L": "w" },\n      "timeout": 3\n',
  ],
  ['a removed value', (text) => setServer(text, 'b', { env: { K: 'v' } }), '      "command": "y", // why\n', ''],
  ['a renamed server', (text) => renameServer(text, 'a', 'a "b"'), '"a": { "command"', '"a \\"b\\"": { "command"'],
  [
    'the first server removed',
    (text) => removeServer(text, 'a'),
    '    "a": { "command": "x", "args": ["1"] }, // about a\n',
    '',
  ],
  [
    'the last server removed with its comment',
    (text) => removeServer(text, 'b'),
    ', // about a\n    // about b\n    "b": {\n      "command": "y", // why\n      "env": { "K": "v" }\n    }\n',
    ' // about a\n',
  ],
  ['nothing', (text) => setServer(text, 'a', { args: ['1'], command: 'x' }), '', ''],
  ['nothing for an unknown server', (text) => removeServer(renameServer(text, 'z', 'y'), 'z'), '', ''],
];

describe('an edit of the config', () => {
  it.each(edits)('leaves everything else unchanged: %s', (_what, change, before, after) => {
    expect(change(TEXT)).toBe(TEXT.replace(before, () => after));
  });

  it.each(edits)('uses the line ends and tabs of the file: %s', (_what, change, before, after) => {
    const other = (text: string): string => text.replaceAll('  ', '\t').replaceAll('\n', '\r\n');
    expect(change(other(TEXT))).toBe(other(TEXT).replace(other(before), () => other(after)));
  });

  it.each([
    ['{}', '{\n  "mcpServers": {\n    "n": {\n      "command": "x"\n    }\n  }\n}'],
    ['{"mcpServers":{}}', '{"mcpServers":{"n":{"command":"x"}}}'],
    ['{ "mcpServers": { "a": {} } }', '{ "mcpServers": { "a": {}, "n": { "command": "x" } } }'],
    ['{"mcpServers":{"a":{},}}', '{"mcpServers":{"a":{},"n":{"command":"x"},}}'],
    [
      '{\r\n\t"mcpServers": {\r\n\t\t// none\r\n\t}\r\n}\r\n',
      '{\r\n\t"mcpServers": {\r\n\t\t// none\r\n\t\t"n": {\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t}\r\n}\r\n',
    ],
    [
      '{\n    "mcpServers": {\n        "a": {} // last\n    }\n}',
      '{\n    "mcpServers": {\n        "a": {}, // last\n        "n": {\n            "command": "x"\n        }\n    }\n}',
    ],
    [
      '{"mcpServers":{"n":{"command":"a"},"n":{"command":"b"}}}',
      '{"mcpServers":{"n":{"command":"a"},"n":{"command":"x"}}}',
    ],
    ['{"listen":{}}', '{"listen":{},"mcpServers":{"n":{"command":"x"}}}'],
    ['[1]', '[1]'],
    ['no JSON', 'no JSON'],
  ])('adds a server in the layout of the file: %j', (text, wanted) =>
    expect(setServer(text, 'n', { command: 'x' })).toBe(wanted),
  );

  it.each([
    ['{"mcpServers":{"a":{}}}', '{"mcpServers":{}}'],
    ['{"mcpServers":{"a":{},}}', '{"mcpServers":{}}'],
    ['{"mcpServers":{"a":{},"b":1}}', '{"mcpServers":{"b":1}}'],
    ['{"mcpServers":{"b":1,"a":{},}}', '{"mcpServers":{"b":1,}}'],
    ['{"mcpServers":{"a":1,"b":1,"a":2}}', '{"mcpServers":{"b":1}}'],
    ['{"mcpServers":{ // note\n"a":{}\n}}', '{"mcpServers":{ // note\n}}'],
  ])('removes a server from %j', (text, wanted) => expect(removeServer(text, 'a')).toBe(wanted));

  const name = fc.string({ minLength: 1, maxLength: 6 }).filter((each) => each !== '__proto__');
  const entry = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true });
  const layout = fc.constantFrom(undefined, 1, 2, 4, '\t');

  it('has the requested values in any text', () => {
    fc.assert(
      fc.property(
        fc.dictionary(name, entry, { noNullPrototype: true }),
        name,
        entry,
        layout,
        (servers, key, value, indent) => {
          const text = JSON.stringify({ mcpServers: servers, z: 1 }, undefined, indent);
          const set = parseJsonText(setServer(text, key, value));
          const plain: unknown = JSON.parse(JSON.stringify({ mcpServers: { ...servers, [key]: value }, z: 1 }));
          expect(set.ok && set.value.value).toEqual(plain);
          const { [key]: _gone, ...rest } = servers;
          const removed = parseJsonText(removeServer(setServer(text, key, value), key));
          expect(removed.ok && removed.value.value).toEqual(JSON.parse(JSON.stringify({ mcpServers: rest, z: 1 })));
        },
      ),
    );
  });
});

describe('replaceText', () => {
  it.each([
    ['unchanged', 'a\n', 'b\n', 'b\n'],
    ['with a final line end', 'a\n', 'b', 'b\n'],
    ['without one', 'a', 'b', 'b'],
    ['with CRLF', 'a\r\nb\r\n', 'c\nd\n', 'c\r\nd\r\n'],
    ['with LF', 'a\n', 'b\r\nc\r\n', 'b\nc\n'],
    ['without a second byte order mark', 'a', '\uFEFFb', 'b'],
  ])('%s', (_what, before, after, wanted) => expect(replaceText(before, after)).toBe(wanted));
});
