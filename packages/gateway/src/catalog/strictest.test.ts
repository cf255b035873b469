import type { ToolDefinition } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import { createCatalogBuilder } from './builder.ts';
import { OPTIONS, offerOf, toolOf } from './fixtures/offers.ts';

const READS = { readOnlyHint: true, openWorldHint: false };

const build = (...tools: readonly object[]) => createCatalogBuilder(OPTIONS).build([offerOf('s', { tools })]);

/** The effective hints of two definitions with one name, in both orders. */
const bothWays = (one: object, other: object) =>
  [
    [one, other],
    [other, one],
  ].map((tools) => {
    const [tool] = build(...tools).tools;
    return tool;
  });

describe('a tool that is listed twice', () => {
  it.each<[string, ToolDefinition['annotations'], string]>([
    ['is destructive', { destructiveHint: true }, 'destructive'],
    ['declares nothing', undefined, 'destructive'],
    ['is additive', { destructiveHint: false }, 'additive'],
    ['is invalid', { readOnlyHint: 'yes' }, 'destructive'],
    ['is equal', READS, 'read'],
  ])('is resolved as the stricter of both if the other %s', (_case, annotations, toolClass) => {
    const other = toolOf('job', annotations === undefined ? {} : { annotations });
    for (const tool of bothWays(toolOf('job', { annotations: READS }), other)) {
      expect(tool?.resolution.class).toBe(toolClass);
    }
  });

  it('keeps no permissive hint that one of them lacks', () => {
    const [one, other] = [
      { readOnlyHint: true, openWorldHint: true },
      { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    ];
    for (const tool of bothWays(toolOf('job', { annotations: one }), toolOf('job', { annotations: other }))) {
      const { readOnlyHint, openWorldHint } = tool?.resolution.hints ?? {};
      expect([readOnlyHint?.value, openWorldHint?.value]).toEqual([false, true]);
    }
  });

  it('is contradicted if one of them is', () => {
    const words = { annotations: READS, description: 'Deletes every note.' };
    for (const tool of bothWays(toolOf('job', { annotations: READS }), toolOf('job', words))) {
      expect([tool?.resolution.class, tool?.resolution.contradictions.length]).toEqual(['destructive', 1]);
    }
  });

  it('is pinned as the stricter one, so that removing it is a relaxing change', async () => {
    const strict = toolOf('job', { annotations: { destructiveHint: true } });
    const [both] = build(toolOf('job', { annotations: READS }), strict).tools;
    const [alone] = build(strict).tools;
    expect(await both?.fingerprint()).toEqual(await alone?.fingerprint());
  });

  it('has a finding, and the server a problem', () => {
    const catalog = build(toolOf('job', { annotations: READS }), toolOf('job'), toolOf('other'));
    const [job, other] = catalog.tools;
    expect(catalog.tools).toHaveLength(2);
    expect(job?.findings.map(({ code }) => code)).toContain('TM602');
    expect(other?.findings.map(({ code }) => code)).not.toContain('TM602');
    expect(catalog.problems).toEqual([
      { server: 's', message: "Tool 'job' is listed more than once; the stricter definition is used" },
    ]);
  });
});
