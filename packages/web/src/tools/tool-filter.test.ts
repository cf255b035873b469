import { describe, expect, it } from 'vitest';
import { aTool, byDefault, declared } from './fixtures/a-tool.ts';
import { EVERYTHING, filterTools, type ToolFilter } from './tool-filter.ts';

const list = aTool();
const search = aTool({
  original: { title: 'Search the Web', description: 'Browses.' },
  curation: { enabled: false, name: null, title: null, description: null },
  name: 'search_web',
  server: 'web',
  title: 'Search the Web',
  description: null,
  hints: { openWorldHint: declared(true), idempotentHint: byDefault(false) },
  finding_counts: { error: 0, warning: 2, note: 0 },
});
const add = aTool({
  name: 'add_note',
  title: 'Add Note',
  description: 'Adds a note to the LIST.',
  class: 'additive',
  hints: { readOnlyHint: declared(false) },
  override: {
    server: 'notes',
    tool: 'add_note',
    hints: { openWorldHint: false },
    reason: null,
    author: null,
    at: null,
    origin: 'set',
  },
  finding_counts: { error: 0, warning: 0, note: 1 },
  policy: { decision: 'ask', rule: 'mine' },
});
const wipe = aTool({
  name: 'wipe',
  title: 'Wipe',
  class: 'destructive',
  hints: {
    readOnlyHint: { value: false, source: 'inferred', declared: true, reason: 'the name says wipe' },
    destructiveHint: byDefault(true),
    idempotentHint: { value: true, source: 'override', declared: null, reason: 'set' },
    openWorldHint: byDefault(true),
  },
  contradictions: [{ hint: 'readOnlyHint', declared: true, message: 'no' }],
  finding_counts: { error: 1, warning: 0, note: 0 },
  standing: { state: 'held', holds: [], change: null, accepted: null, unreviewed: [], reviewed: null, warnings: [] },
  policy: { decision: 'hold', rule: 'held' },
});
const tools = [list, search, add, wipe];

const hints = (some: Partial<ToolFilter['hints']>): Partial<ToolFilter> => ({
  hints: { ...EVERYTHING.hints, ...some },
});

describe('filterTools', () => {
  it.each<[string, Partial<ToolFilter>, readonly unknown[]]>([
    ['no filter', {}, tools],
    ['a server', { servers: ['web'] }, [search]],
    ['two servers', { servers: ['web', 'notes'] }, tools],
    ['a class', { classes: ['additive', 'destructive'] }, [add, wipe]],
    ['a hint that is effectively true', hints({ readOnlyHint: ['true'] }), [list, search]],
    ['a hint that is effectively false, whatever is declared', hints({ readOnlyHint: ['false'] }), [add, wipe]],
    ['a default value', hints({ destructiveHint: ['true'] }), [wipe]],
    ['not declared, though overridden', hints({ idempotentHint: ['absent'] }), [search, wipe]],
    ['true or not declared', hints({ idempotentHint: ['true', 'absent'] }), tools],
    ['two hints', hints({ readOnlyHint: ['true'], openWorldHint: ['true'] }), [search]],
    ['a source', { sources: ['override'] }, [wipe]],
    ['one of two sources', { sources: ['inferred', 'default'] }, [search, wipe]],
    ['any finding', { findings: ['any'] }, [search, add, wipe]],
    ['no finding', { findings: ['none'] }, [list]],
    ['an error', { findings: ['error'] }, [wipe]],
    ['a warning or a note', { findings: ['warning', 'note'] }, [search, add]],
    ['held', { standings: ['held'] }, [wipe]],
    ['tools without changes', { standings: ['ok'] }, [list, search, add]],
    ['a decision of the policy', { decisions: ['ask', 'hold'] }, [add, wipe]],
    ['all declared', { declares: ['all'] }, [list, add]],
    ['a part declared', { declares: ['part'] }, [search, wipe]],
    ['contradicted', { contradicted: ['yes'] }, [wipe]],
    ['not contradicted', { contradicted: ['no'] }, [list, search, add]],
    ['overridden', { overridden: ['yes'] }, [add]],
    ['not overridden', { overridden: ['no'] }, [list, search, wipe]],
    ['disabled', { offered: ['no'] }, [search]],
    ['offered', { offered: ['yes'] }, [list, add, wipe]],
    ['a word of the original name', { words: 'browse' }, [search]],
    ['a word of a description, in any case', { words: 'list' }, [list, add, wipe]],
    ['a word of the exposed name', { words: 'WEB__' }, [search]],
    ['words that must all occur', { words: '  note   adds ' }, [add]],
    ['words and a class', { words: 'notes', classes: ['read'] }, [list]],
    ['words that do not occur', { words: 'nothing' }, []],
  ])('%s', (_, some, expected) => {
    expect(filterTools(tools, { ...EVERYTHING, ...some })).toEqual(expected);
  });
});
