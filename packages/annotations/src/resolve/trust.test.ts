import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../definition.ts';
import { DEFAULT_HINTS, HINT_NAMES, type HintName, PERMISSIVE_HINTS, TOOL_CLASSES } from '../hints.ts';
import { infer } from '../infer/infer.ts';
import { anyHints, anyTool, declaredOrDefault } from './fixtures/any-tool.ts';
import { type HintTrust, type Resolution, type ResolveOptions, resolve, weigh } from './resolve.ts';

const TRUSTS: readonly HintTrust[] = ['review', 'declared', 'verified', 'none'];

describe('the trust in a server', () => {
  const reader: ToolDefinition = {
    name: 'list_notes',
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  };

  it.each<[ResolveOptions, string, string]>([
    [{}, 'declared true', 'declared by the server'],
    [{ trust: 'declared' }, 'declared true', 'declared by the server'],
    [{ trust: 'review' }, 'default false', "no person has accepted this claim yet, so MCP's default counts"],
    [
      { trust: 'review', reviewed: ['openWorldHint'] },
      'default false',
      "no person has accepted this claim yet, so MCP's default counts",
    ],
    [
      { trust: 'review', reviewed: ['readOnlyHint'] },
      'declared true',
      'declared by the server and accepted by a person',
    ],
    [{ trust: 'review', evidence: { readOnlyHint: true } }, 'verified true', 'proven by running the tool'],
    [{ trust: 'verified' }, 'default false', "only proven hints of this server count, so MCP's default counts"],
    [{ trust: 'none' }, 'default false', "no hints of this server count, so MCP's default counts"],
    [{ trust: 'verified', evidence: { readOnlyHint: true } }, 'verified true', 'proven by running the tool'],
    [
      { trust: 'none', evidence: { readOnlyHint: true } },
      'default false',
      "no hints of this server count, so MCP's default counts",
    ],
    [{ trust: 'none', override: { readOnlyHint: true } }, 'override true', 'set by a person'],
    [
      { trust: 'verified', override: { readOnlyHint: true }, overrideReason: 'set by ada: I wrote it' },
      'override true',
      'set by ada: I wrote it',
    ],
  ])('%j: %s', (options, standing, reason) => {
    const { value, source, declared, reason: said } = resolve(reader, options).hints.readOnlyHint;
    expect([`${source} ${value}`, said, declared]).toEqual([standing, reason, true]);
  });

  it.each<[ToolDefinition['annotations'], ResolveOptions, readonly HintName[]]>([
    [{ readOnlyHint: true, openWorldHint: false }, {}, ['readOnlyHint', 'openWorldHint']],
    [{ readOnlyHint: true, openWorldHint: false }, { reviewed: ['readOnlyHint'] }, ['openWorldHint']],
    [{ readOnlyHint: true, openWorldHint: false }, { override: { readOnlyHint: true } }, ['openWorldHint']],
    [{ readOnlyHint: true, idempotentHint: true }, { override: { readOnlyHint: true } }, []],
    [{ destructiveHint: false, idempotentHint: true }, {}, ['destructiveHint', 'idempotentHint']],
    [{ readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }, {}, []],
    [{ readOnlyHint: 'yes' }, {}, []],
    [undefined, {}, []],
  ])('%j under review with %j: %j waits for a person', (annotations, options, unreviewed) => {
    const tool = { name: 'thing', ...(annotations !== undefined && { annotations }) };
    expect(resolve(tool, { ...options, trust: 'review' }).unreviewed).toEqual(unreviewed);
    expect(resolve(tool, { ...options, trust: 'declared' }).unreviewed).toEqual([]);
  });

  it('applies tightening hints at once under review', () => {
    const { hints } = resolve({ name: 'x', annotations: { destructiveHint: true } }, { trust: 'review' });
    expect(hints.destructiveHint).toMatchObject({ value: true, source: 'declared' });
  });

  it('gives the usual reason for a hint that is not declared', () => {
    const { reason } = resolve(reader, { trust: 'none' }).hints.idempotentHint;
    expect(reason).toBe("not declared, so MCP's default counts");
  });

  it('suggests nothing for a declared hint that does not count', () => {
    expect(resolve(reader, { trust: 'none' }).suggestions).toEqual([]);
  });

  it('also lets words contradict a declared hint that does not count', () => {
    const liar = { name: 'delete_note', annotations: { readOnlyHint: true, destructiveHint: false } };
    for (const trust of ['verified', 'none'] as const) {
      const { class: effective, contradictions, hints } = resolve(liar, { trust });
      expect([effective, hints.readOnlyHint.source]).toEqual(['destructive', 'default']);
      expect(contradictions).toEqual(resolve(liar).contradictions);
    }
  });

  it('accepts a tightening proof from a server without any trust', () => {
    const hint = resolve({ name: 'x' }, { trust: 'none', evidence: { destructiveHint: true } }).hints.destructiveHint;
    expect(hint).toMatchObject({ value: true, source: 'verified' });
  });

  it('gives the same result through weigh with an existing inference', () => {
    const inference = infer(reader);
    for (const trust of TRUSTS) expect(weigh(reader, inference, { trust })).toEqual(resolve(reader, { trust }));
  });
});

describe('the rule, whatever a server is trusted with', () => {
  const strictness = (value: boolean, name: HintName) => (value === PERMISSIVE_HINTS[name] ? 0 : 1);

  it('never relaxes a hint if a server is trusted less', () => {
    fc.assert(
      fc.property(anyTool, fc.constantFrom(...TRUSTS), (given, trust) => {
        const { hints, class: effective } = resolve(given, { trust });
        const believed = resolve(given, { trust: 'declared' });
        const stated = declaredOrDefault(given);
        for (const name of HINT_NAMES) {
          const strict = strictness(hints[name].value, name);
          expect(strict).toBeGreaterThanOrEqual(strictness(believed.hints[name].value, name));
          expect(strict).toBeGreaterThanOrEqual(strictness(stated[name], name));
          expect(hints[name].declared).toBe(believed.hints[name].declared);
        }
        expect(TOOL_CLASSES.indexOf(effective)).toBeGreaterThanOrEqual(TOOL_CLASSES.indexOf(believed.class));
      }),
      { numRuns: 2_000 },
    );
  });

  /** The strictness of the default policy: tools with contradictions are held, the others are decided by class. */
  const decision = ({ class: effective, contradictions }: Resolution): number =>
    contradictions.some(({ against }) => against !== 'hints') ? TOOL_CLASSES.length : TOOL_CLASSES.indexOf(effective);

  it('never makes the default decision milder if a server is trusted less, whatever the overrides and proofs', () => {
    const trusts = fc.constantFrom<HintTrust>('verified', 'none');
    const liar = fc.record({
      name: fc.constantFrom('delete_note', 'get_note', 'notes'),
      description: fc.constantFrom('Deletes a note.', 'Creates a note.', 'Gets a note.'),
      annotations: anyHints,
    });
    const few = fc.oneof(fc.constant({}), anyHints);
    fc.assert(
      fc.property(fc.oneof(anyTool, liar), few, few, trusts, (given, override, evidence, trust) => {
        const believed = resolve(given, { override, evidence });
        const other = resolve(given, { override, evidence, trust });
        expect(decision(other)).toBeGreaterThanOrEqual(decision(believed));
      }),
      { numRuns: 1_000 },
    );
  });

  it('always counts an override, and a proof unless the server has no trust', () => {
    fc.assert(
      fc.property(anyTool, anyHints, anyHints, fc.constantFrom(...TRUSTS), (given, override, evidence, trust) => {
        const { hints } = resolve(given, { override, evidence, trust });
        for (const name of HINT_NAMES) {
          const proven = trust === 'none' && evidence[name] === PERMISSIVE_HINTS[name] ? undefined : evidence[name];
          const isCancelled =
            name === 'readOnlyHint' && (override.destructiveHint ?? evidence.destructiveHint) === true;
          const settled = isCancelled ? false : (override[name] ?? proven);
          if (settled !== undefined) expect(hints[name].value).toBe(settled);
          else if (trust !== 'declared') expect(hints[name].value).toBe(DEFAULT_HINTS[name]);
        }
      }),
    );
  });
});
