import { describe, expect, it } from 'vitest';
import { createCatalogBuilder } from './builder.ts';
import { coverageOf } from './coverage.ts';
import { OPTIONS, offerOf, toolOf } from './fixtures/offers.ts';

const nothing = { true: 0, false: 0, absent: 0, malformed: 0 };

describe('coverageOf', () => {
  const all = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const catalog = createCatalogBuilder(OPTIONS).build([
    offerOf('notes', {
      tools: [
        toolOf('read_note', { annotations: all }),
        toolOf('delete_note', { annotations: { readOnlyHint: true } }),
        toolOf('write_note', { annotations: { readOnlyHint: 'no', destructiveHint: false } }),
      ],
    }),
    offerOf('files', { tools: [toolOf('x', { annotations: [] }), toolOf('y')] }),
    offerOf('away', {}),
  ]);

  it('counts declared hints by hint, class and server', () => {
    const { servers, findings, ...total } = coverageOf(catalog);
    expect(total).toEqual({
      tools: 5,
      complete: 1,
      declared: 6,
      total: 20,
      contradicted: 1,
      repaired: 2,
      byHint: {
        readOnlyHint: { true: 2, false: 0, absent: 1, malformed: 2 },
        destructiveHint: { true: 0, false: 2, absent: 2, malformed: 1 },
        idempotentHint: { true: 1, false: 0, absent: 3, malformed: 1 },
        openWorldHint: { true: 0, false: 1, absent: 3, malformed: 1 },
      },
      byClass: { read: 1, additive: 1, destructive: 3 },
    });
    expect(servers.map(({ server, tools, declared }) => ({ server, tools, declared }))).toEqual([
      { server: 'notes', tools: 3, declared: 6 },
      { server: 'files', tools: 2, declared: 0 },
      { server: 'away', tools: 0, declared: 0 },
    ]);
    const counted = catalog.tools.flatMap((tool) => tool.findings);
    expect(findings).toEqual({
      error: counted.filter(({ severity }) => severity === 'error').length,
      warning: counted.filter(({ severity }) => severity === 'warning').length,
      note: counted.filter(({ severity }) => severity === 'note').length,
    });
    expect(Math.min(findings.error, findings.warning, findings.note)).toBeGreaterThan(0);
  });

  it('is zero without tools', () => {
    expect(coverageOf(createCatalogBuilder(OPTIONS).build([]))).toEqual({
      tools: 0,
      complete: 0,
      declared: 0,
      total: 0,
      contradicted: 0,
      repaired: 0,
      byHint: { readOnlyHint: nothing, destructiveHint: nothing, idempotentHint: nothing, openWorldHint: nothing },
      byClass: { read: 0, additive: 0, destructive: 0 },
      findings: { error: 0, warning: 0, note: 0 },
      servers: [],
    });
  });
});
