import { describe, expect, it } from 'vitest';
import { diffDefinitions, type HintChange } from './definition-diff.ts';

const was = {
  name: 'export',
  title: 'Export',
  description: 'Exports all.\nMay overwrite.',
  inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  annotations: { destructiveHint: true, idempotentHint: true },
};

describe('diffDefinitions', () => {
  it('ignores the order of keys', () => {
    const { annotations, ...rest } = was;
    expect(diffDefinitions(was, { annotations: { idempotentHint: true, destructiveHint: true }, ...rest })).toEqual({
      hints: [],
      parts: [],
    });
  });

  it('separates hints from texts, and compares texts line by line', () => {
    const is = {
      ...was,
      description: 'Exports all.\nOverwrites nothing.',
      annotations: { destructiveHint: false, idempotentHint: true, title: 'New' },
    };
    expect(diffDefinitions(was, is)).toEqual({
      hints: [{ hint: 'destructiveHint', was: 'true', is: 'false', meaning: 'relaxed' }],
      parts: [
        {
          name: 'Description',
          lines: [
            { kind: 'same', text: 'Exports all.' },
            { kind: 'removed', text: 'May overwrite.' },
            { kind: 'added', text: 'Overwrites nothing.' },
          ],
        },
        {
          name: 'Everything else',
          lines: [
            { kind: 'same', text: '{' },
            { kind: 'added', text: '  "annotations": {' },
            { kind: 'added', text: '    "title": "New"' },
            { kind: 'added', text: '  },' },
            { kind: 'same', text: '  "name": "export"' },
            { kind: 'same', text: '}' },
          ],
        },
      ],
    });
  });

  it.each<[unknown, unknown, readonly HintChange[]]>([
    [undefined, { readOnlyHint: true }, [{ hint: 'readOnlyHint', was: 'absent', is: 'true', meaning: 'relaxed' }]],
    [{ readOnlyHint: true }, {}, [{ hint: 'readOnlyHint', was: 'true', is: 'absent', meaning: 'tightened' }]],
    [{}, { readOnlyHint: false }, [{ hint: 'readOnlyHint', was: 'absent', is: 'false', meaning: 'same' }]],
    [{}, { openWorldHint: 'no' }, [{ hint: 'openWorldHint', was: 'absent', is: 'malformed', meaning: 'same' }]],
    [
      { openWorldHint: false },
      { openWorldHint: true },
      [{ hint: 'openWorldHint', was: 'false', is: 'true', meaning: 'tightened' }],
    ],
    [undefined, {}, []],
  ])('%j → %j', (before, after, expected) => {
    expect(diffDefinitions({ annotations: before }, { annotations: after }).hints).toEqual(expected);
  });

  it('treats annotations that are not an object as undeclared', () => {
    const { hints, parts } = diffDefinitions({ annotations: { readOnlyHint: true } }, { annotations: 'none' });
    expect(hints[0]).toEqual({ hint: 'readOnlyHint', was: 'true', is: 'malformed', meaning: 'tightened' });
    expect(parts.map(({ name }) => name)).toEqual(['Everything else']);
  });
});
