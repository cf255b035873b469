import { describe, expect, it } from 'vitest';
import { aTool } from './fixtures/a-tool.ts';
import { toolKey } from './tool-address.ts';
import { ariaSortOf, nextSort, sortTools, type ToolSort } from './tool-sort.ts';

const two = aTool({
  name: 'b',
  title: 'Note 2',
  server: 'web',
  class: 'destructive',
  finding_counts: { error: 0, warning: 9, note: 9 },
});
const ten = aTool({
  name: 'a',
  title: 'Note 10',
  class: 'additive',
  finding_counts: { error: 1, warning: 0, note: 0 },
});
const add = aTool({ name: 'c', title: 'Add' });
const usage = new Map(
  [[two, 5, '2026-03-01T10:00:00.000Z'] as const, [ten, 7, '2026-02-01T10:00:00.000Z'] as const].map(
    ([tool, calls, last_call]) => [
      toolKey(tool),
      { server: tool.server, tool: tool.name, calls, errors: 0, total_tokens: 0, last_call },
    ],
  ),
);

describe('sortTools', () => {
  it.each<[ToolSort, readonly unknown[]]>([
    ['title', [add, two, ten]],
    ['-title', [ten, two, add]],
    ['server', [add, ten, two]],
    ['-server', [two, add, ten]],
    ['class', [add, ten, two]],
    ['-class', [two, ten, add]],
    ['findings', [add, two, ten]],
    ['-findings', [ten, two, add]],
    ['-calls', [ten, two, add]],
    ['calls', [add, two, ten]],
    ['-last', [two, ten, add]],
    ['last', [add, ten, two]],
  ])('by %s', (sort, expected) => {
    expect(sortTools([two, add, ten], sort, usage)).toEqual(expected);
  });

  it('orders equal tools by title, server and name in both directions', () => {
    const x = aTool({ name: 'x', server: 'b' });
    const y = aTool({ name: 'y', server: 'b' });
    const z = aTool({ name: 'z', server: 'a' });
    expect(sortTools([y, x, z], '-class', new Map())).toEqual([z, x, y]);
  });
});

describe('nextSort', () => {
  it.each<[ToolSort, Parameters<typeof nextSort>[1], ToolSort]>([
    ['title', 'title', '-title'],
    ['-title', 'title', 'title'],
    ['title', 'calls', '-calls'],
    ['-calls', 'calls', 'calls'],
    ['-calls', 'server', 'server'],
    ['title', 'class', '-class'],
  ])('after %s a click on %s gives %s', (sort, column, expected) => {
    expect(nextSort(sort, column)).toBe(expected);
  });
});

describe('ariaSortOf', () => {
  it.each([
    ['-calls', 'calls', 'descending'],
    ['calls', 'calls', 'ascending'],
    ['calls', 'title', 'none'],
  ] as const)('%s describes %s as %s', (sort, column, expected) => {
    expect(ariaSortOf(sort, column)).toBe(expected);
  });
});
