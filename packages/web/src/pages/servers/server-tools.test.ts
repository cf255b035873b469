import { describe, expect, it } from 'vitest';
import { aTool } from './fixtures/a-server.ts';
import { classesOf, countClasses, declaredOf, pickTools } from './server-tools.ts';

const counts = (error: number, warning = 0, note = 0) => ({ finding_counts: { error, warning, note } });
const TOOLS = [
  aTool({ name: 'list_notes', title: 'List Notes', class: 'read' }),
  aTool({ name: 'add_note', title: 'Add Note', class: 'additive', ...counts(0, 1) }),
  aTool({ name: 'delete_note', title: 'Delete Note', description: 'For ever.', ...counts(1) }),
  aTool({ name: 'find', title: 'Find', class: 'read', ...counts(0, 0, 2) }),
  aTool({ name: 'export', title: 'Export', standing: { ...aTool().standing, state: 'held' } }),
];
const ALL = { words: '', classes: [], onlyFindings: false } as const;

describe('pickTools', () => {
  it.each([
    ['all tools, the most urgent first', {}, ['export', 'delete_note', 'add_note', 'list_notes', 'find']],
    ['a class', { classes: ['read'] as const }, ['list_notes', 'find']],
    ['words in title, name and description', { words: 'note EVER' }, ['delete_note']],
    ['the exposed name', { words: 'notes__add' }, ['export', 'delete_note', 'add_note', 'list_notes', 'find']],
    ['with findings', { onlyFindings: true }, ['delete_note', 'add_note', 'find']],
    ['nothing', { words: 'zebra' }, []],
  ])('%s', (_, filter, expected) => {
    expect(pickTools(TOOLS, { ...ALL, ...filter }).map(({ name }) => name)).toEqual(expected);
  });
});

describe('classes', () => {
  it('counts classes', () => {
    expect(countClasses(TOOLS)).toEqual({ read: 2, additive: 1, destructive: 2 });
  });

  it('offers only classes that occur as filters', () => {
    expect(classesOf([aTool(), aTool({ class: 'read' })])).toEqual(['read', 'destructive']);
  });
});

describe('declaredOf', () => {
  const absent = { kind: 'absent', text: 'not declared' };
  const yes = { kind: 'true', text: 'true' };
  const no = { kind: 'false', text: 'false' };
  const nothing = [absent, absent, absent, absent];

  it.each([
    ['nothing', undefined, { title: absent, hints: nothing, others: [] }],
    ['an empty object', {}, { title: absent, hints: nothing, others: [] }],
    [
      'everything',
      { title: 'Notes', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      { title: { kind: 'text', text: 'Notes' }, hints: [yes, no, yes, no], others: [] },
    ],
    [
      'a value of the wrong type',
      { title: 3, readOnlyHint: 'yes', destructiveHint: null },
      {
        title: { kind: 'odd', text: '3' },
        hints: [{ kind: 'odd', text: '"yes"' }, { kind: 'odd', text: 'null' }, absent, absent],
        others: [],
      },
    ],
    [
      'other keys',
      { readonlyHint: true, a: [1] },
      { title: absent, hints: nothing, others: ['"readonlyHint": true', '"a": [1]'] },
    ],
    ['no object', 'read-only', { title: absent, hints: nothing, others: ['"read-only"'] }],
    ['null', null, { title: absent, hints: nothing, others: ['null'] }],
    ['a list', [true], { title: absent, hints: nothing, others: ['[true]'] }],
  ])('shows %s as declared', (_, annotations, expected) => {
    expect(declaredOf(annotations)).toEqual(expected);
  });
});
