import type { CurationRequest } from '@toolmark/api-contract';
import { parseJsonText } from '@toolmark/config';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curationsIn, setCuration } from './curation-entry.ts';

const PURGE = { server: 'notes', tool: 'purge' };

const TEXT = `{
  // mine
  "mcpServers": {},
  "tools": [
    // too dangerous
    { "server": "notes", "tool": "purge", "enabled": false }, // for now
    {
      "server": "*",
      "tool": "delete_*",
      "enabled": false // all of them
    }
  ]
}
`;

describe('setCuration', () => {
  it.each<[string, string, CurationRequest, string]>([
    [
      'adds a first entry',
      '{}',
      { enabled: false },
      '{\n  "tools": [\n    {\n      "server": "notes",\n      "tool": "purge",\n      "enabled": false\n    }\n  ]\n}',
    ],
    [
      'keeps a dense file dense',
      '{"a":1}',
      { name: 'empty' },
      '{"a":1,"tools":[{"server":"notes","tool":"purge","name":"empty"}]}',
    ],
    [
      'appends to an existing list',
      '{"tools":[]}',
      { enabled: true },
      '{"tools":[{"server":"notes","tool":"purge","enabled":true}]}',
    ],
    [
      'adds one key',
      TEXT,
      { title: 'Empty the bin' },
      TEXT.replace('"enabled": false }, // for now', '"enabled": false, "title": "Empty the bin" }, // for now'),
    ],
    ['changes one key', TEXT, { enabled: true }, TEXT.replace('"purge", "enabled": false', '"purge", "enabled": true')],
    ['changes nothing for the same value', TEXT, { title: null }, TEXT],
    [
      'removes an entry without changes',
      TEXT,
      { enabled: null },
      TEXT.replace(
        '\n    // too dangerous\n    { "server": "notes", "tool": "purge", "enabled": false }, // for now',
        '',
      ),
    ],
    [
      'removes the list with the last entry',
      '{"a":1,"tools":[{"server":"notes","tool":"purge","enabled":false}]}',
      { enabled: null },
      '{"a":1}',
    ],
    [
      'keeps a list with a comment',
      '{"tools":[ // none\n{"server":"notes","tool":"purge","enabled":false}\n]}',
      { enabled: null },
      '{"tools":[ // none\n]}',
    ],
    [
      'merges duplicate entries',
      '{"tools":[{"server":"notes","tool":"purge","enabled":false},{"server":"notes","tool":"purge","enabled":true,"title":"T"}]}',
      { enabled: false },
      '{"tools":[{"server":"notes","tool":"purge","enabled":false},{"server":"notes","tool":"purge","title":"T"}]}',
    ],
    ['leaves a text without an object unchanged', '[1]', { enabled: false }, '[1]'],
    ['leaves invalid JSON unchanged', 'no JSON', { enabled: false }, 'no JSON'],
  ])('%s', (_what, text, request, wanted) => expect(setCuration(text, PURGE, request)).toBe(wanted));

  const name = fc.constantFrom('a', 'b', 'x_*', '*');
  const word = fc.option(fc.string({ minLength: 1, maxLength: 5 }), { nil: undefined });
  const entry = fc
    .record({ server: name, tool: name, title: word, description: word })
    .map(
      ({ server, tool, title, description }) =>
        JSON.parse(JSON.stringify({ server, tool, enabled: false, title, description })) as object,
    );

  it('has the requested values, and leaves other entries unchanged', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 4 }),
        name,
        name,
        fc.constantFrom(undefined, 2, '\t'),
        (tools, server, tool, layout) => {
          const text = JSON.stringify({ other: [1], tools }, undefined, layout);
          const edited = parseJsonText(setCuration(text, { server, tool }, { title: 'New', enabled: null }));
          const before = curationsIn({ tools });
          const after = curationsIn(edited.ok ? edited.value.value : undefined);
          const isIt = (each: { readonly server: string; readonly tool: string }): boolean =>
            each.server === server && each.tool === tool;
          expect(after.filter((each) => !isIt(each))).toEqual(before.filter((each) => !isIt(each)));
          expect(after.filter(isIt).filter(({ title }) => title !== null)).toHaveLength(1);
          expect(after.find(isIt)).toMatchObject({ title: 'New', enabled: null });
        },
      ),
    );
  });
});
