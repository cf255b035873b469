import { parseTable } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import { anInspection } from '../fixtures/an-inspection.ts';
import { buildReport, coverageOf } from './build-report.ts';
import { WIRE_CHECKS } from './checks.ts';

const codes = (report: ReturnType<typeof buildReport>) =>
  report.findings.map(({ code, severity }) => `${severity} ${code}`);

describe('buildReport', () => {
  it('puts the gravest first and counts what it found', () => {
    const report = buildReport(
      anInspection({
        tools: [{ name: 'delete_note', annotations: { readOnlyHint: true } }],
        problems: [{ kind: 'stdout-noise', message: 'The server prints text on stdout.', count: 1, sample: 'hi' }],
      }),
      { target: 'x' },
    );
    const severities = report.findings.map(({ severity }) => severity);
    expect(severities).toEqual(severities.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    expect(codes(report)).toContain('error TM401');
    expect(codes(report)).toContain('warning TM801');
    expect(report.counts.error + report.counts.warning + report.counts.note).toBe(report.findings.length);
    expect(report.passed).toBe(false);
  });
  const order = ['error', 'warning', 'note'];

  it('holds the tools against a table', () => {
    const table = parseTable('| Tool | ReadOnly |\n|---|---|\n| a | true |\n| gone | true |');
    if (!table.ok) throw new Error('the table is fine');
    const report = buildReport(anInspection({ tools: [{ name: 'a' }, { name: 'new' }] }), {
      target: 'x',
      table: { name: 'tools.md', table: table.value },
    });
    expect(report.findings.filter(({ code }) => code.startsWith('TM7')).map(({ message }) => message)).toEqual([
      "Tool 'a': expected readOnlyHint=true, got readOnlyHint=absent",
      "Tool 'new': registered but missing from the table",
      "Tool 'gone': in the table but not registered",
    ]);
  });

  it.each([
    ['note', false],
    ['warning', true],
    ['error', true],
    ['never', true],
  ] as const)('fails on %s and above: passed is %s', (failOn, passed) => {
    const tool = { name: 'list_x', title: 'List X', description: 'Lists.', inputSchema: { type: 'object' } };
    const annotations = { readOnlyHint: true, openWorldHint: false };
    const report = buildReport(anInspection({ tools: [{ ...tool, annotations }] }), { target: 'x', failOn });
    expect(report.counts).toMatchObject({ error: 0, warning: 0 });
    expect(report.passed).toBe(passed);
  });

  it('keeps annotations as the server sent them', () => {
    for (const annotations of [null, {}, [], { readOnlyHint: 'true', x: 1 }]) {
      const [tool] = buildReport(anInspection({ tools: [{ name: 'a', annotations }] }), { target: 'x' }).tools;
      expect(tool?.annotations).toBe(annotations);
    }
  });

  it('gives every problem of the wire its own code', () => {
    const all = Object.values(WIRE_CHECKS).map(({ code }) => code);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('coverageOf', () => {
  it('counts hints that are declared as booleans, and nothing else', () => {
    expect(
      coverageOf([
        {
          name: 'a',
          annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
        },
        { name: 'b', annotations: { readOnlyHint: 'true', openWorldHint: true } },
        { name: 'c' },
      ]),
    ).toEqual({
      tools: 3,
      complete: 1,
      declared: 5,
      total: 12,
      byHint: { readOnlyHint: 1, destructiveHint: 1, idempotentHint: 1, openWorldHint: 2 },
    });
  });
});
