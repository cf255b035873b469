import { conforms, lint, readAnnotations, resolve, type ToolDefinition } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import { createTokenCounter } from '../../../../record/src/tokens/token-counter.ts';
import { classOfVariant } from '../find/variants.ts';
import { SEARCH_INSTRUCTIONS } from './instructions.ts';
import { SEARCH_TOOLS } from './menu.ts';
import { readIds, readQuestion } from './read-question.ts';

const tools = SEARCH_TOOLS as readonly ToolDefinition[];

describe('the five tools', () => {
  it('have the hints of their behaviour', () => {
    const hints = tools.map((tool) => [tool.name, resolve(tool).class, readAnnotations(tool).hints]);
    const readOnlyHints = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
    expect(hints).toEqual([
      ['retrieve_tools', 'read', readOnlyHints],
      ['describe_tool', 'read', readOnlyHints],
      ['call_tool_read', 'read', { readOnlyHint: true, destructiveHint: false, openWorldHint: true }],
      [
        'call_tool_write',
        'additive',
        { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
      ],
      [
        'call_tool_destructive',
        'destructive',
        { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      ],
    ]);
  });

  it('match the class in their names', () => {
    const variants = tools.flatMap((tool) => {
      const effective = classOfVariant(tool.name);
      return effective === undefined ? [] : [[effective, resolve(tool).class]];
    });
    expect(variants).toEqual([
      ['read', 'read'],
      ['additive', 'additive'],
      ['destructive', 'destructive'],
    ]);
  });

  it('pass our own audit', () => {
    expect(lint(tools, { profile: 'spec' }).filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  it('are small', async () => {
    const { count } = createTokenCounter();
    expect(count(JSON.stringify(SEARCH_TOOLS))).toBeLessThan(900);
    expect(count(SEARCH_INSTRUCTIONS)).toBeLessThan(250);
  });
});

describe('readQuestion', () => {
  const schema = SEARCH_TOOLS[0]?.['inputSchema'];
  const plain = {
    limit: 10,
    readOnly: false,
    excludeDestructive: false,
    excludeOpenWorld: false,
    idempotentOnly: false,
    server: undefined,
    detail: 'compact',
  };

  it.each([
    [{ query: 'a note' }, { ...plain, query: 'a note' }],
    [
      { query: 'x', limit: 50, read_only: true, exclude_destructive: true, detail: 'full', server: 's' },
      { ...plain, query: 'x', limit: 50, readOnly: true, excludeDestructive: true, detail: 'full', server: 's' },
    ],
    [
      { query: 'x', exclude_open_world: true, idempotent_only: true, server: '' },
      { ...plain, query: 'x', excludeOpenWorld: true, idempotentOnly: true },
    ],
  ])('%j', (given, asked) => {
    expect(readQuestion(given)).toEqual({ ok: true, value: asked });
    expect(conforms(given, schema)).toEqual({ kind: 'fits' });
  });

  it.each([
    [undefined, 'Give a query'],
    [{}, 'query must describe'],
    [{ query: ' ' }, 'query must describe'],
    [{ query: 'x', limit: 0 }, 'from 1 to 50'],
    [{ query: 'x', limit: 51 }, 'from 1 to 50'],
    [{ query: 'x', limit: 1.5 }, 'from 1 to 50'],
    [{ query: 'x', read_only: 'yes' }, 'read_only must be true or false'],
    [{ query: 'x', readonly: true }, 'unknown: readonly'],
    [{ query: 'x', detail: 'all' }, 'compact or full'],
    [{ query: 'x', server: 7 }, 'server must be'],
  ])('rejects %j', (given, says) => {
    const read = readQuestion(given);
    expect(read.ok ? '' : read.error).toContain(says);
  });
});

describe('readIds', () => {
  it.each([
    [{ ids: ['a', 'b', 'a'] }, ['a', 'b']],
    [{ ids: 'a' }, ['a']],
  ])('%j', (given, ids) => expect(readIds(given)).toEqual({ ok: true, value: ids }));

  it.each([[{ ids: [] }], [{ ids: [1] }], [{}], [undefined], [{ ids: Array.from({ length: 11 }, String) }]])(
    'rejects %j',
    (given) => {
      const read = readIds(given);
      expect(read.ok ? '' : read.error).toContain('1 to 10 ids');
    },
  );
});
