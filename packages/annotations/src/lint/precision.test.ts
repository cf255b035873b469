import { describe, expect, it } from 'vitest';
import {
  declaredTools,
  halfOf,
  heldOutTools,
  measureRules,
  precisionOf,
  realTools,
  UNSEEN,
} from '../infer/fixtures/real-tools.ts';
import { resolve } from '../resolve/resolve.ts';
import { LINT_RULES } from './lint.ts';
import { PROFILES } from './profiles.ts';

const tools = realTools();
const unseen = heldOutTools();

describe('the labelled tools of published servers', () => {
  it('are enough, and split into two halves', () => {
    expect(tools.length).toBeGreaterThanOrEqual(400);
    for (const half of ['A', 'B'] as const) {
      expect(tools.filter((given) => given.half === half).length).toBeGreaterThan(250);
    }
    expect([halfOf('git_status'), halfOf('create_issue')]).toEqual(['A', 'B']);
  });

  it('include a third set, from other servers', () => {
    const packagesOf = (given: typeof tools) => new Set(given.map(({ source }) => source.package));
    const labelled = (isRead: boolean) => unseen.filter(({ label }) => (label === 'read') === isRead).length;
    expect([...packagesOf(unseen)].filter((name) => packagesOf(tools).has(name))).toEqual([]);
    expect([packagesOf(unseen).size, unseen.length, labelled(false), labelled(true)]).toEqual([
      UNSEEN.servers,
      UNSEEN.tools,
      UNSEEN.writing,
      UNSEEN.reading,
    ]);
  });

  it('contain no texts whose licence forbids copies', () => {
    const free = /^(?:MIT|Apache-2\.0|ISC|BSD)/;
    const copied = [...tools, ...unseen].filter(
      ({ source, tool }) => !free.test(source.licence) && tool.description !== undefined,
    );
    expect(copied.map(({ tool }) => tool.name)).toEqual([]);
  });
});

describe.each(['A', 'B', 'C'] as const)('on set %s', (half) => {
  const measured = measureRules([...tools, ...unseen].filter((given) => given.half === half));

  it.each(measured)('$code has at most one false alarm in ten objections, or is only a note', (quality) => {
    const { code, right, wrong } = quality;
    expect(right + wrong.length).toBeGreaterThan(0);
    const rule = LINT_RULES.find((candidate) => candidate.code === code);
    const isNote = PROFILES.every(({ name }) => ['note', 'off'].includes(rule?.severity[name] ?? ''));
    if (!isNote) expect(precisionOf(quality), wrong.join(', ')).toBeGreaterThanOrEqual(0.9);
  });
});

describe('false alarms on tools as their servers declare them', () => {
  const isHeld = (hints: object, tool: object): boolean =>
    resolve({ name: '', ...tool, annotations: hints }).contradictions.length > 0;
  /**
   * Correct findings, by MCP's text: a tool that removes or resets is not "only additive", and a tool that sends does
   * not read.
   */
  const RIGHTLY = /^communication_(?:email|sms)_send$|remove|^reset-droplet-password$|^mobile_terminate_app$/;

  const falseAlarmsIn = (given: typeof tools) =>
    given.filter(({ tool, hints, label }) => {
      const claimsToRead = hints.readOnlyHint === true;
      return isHeld(hints, tool) && (claimsToRead ? label === 'read' : label !== 'destructive');
    });

  it('affect at most one in a hundred of the labelled tools', () => {
    const wrong = falseAlarmsIn(tools);
    expect(wrong.map(({ tool }) => tool.name)).toEqual(['create_lwc_jest_tests', 'create_lightning_type']);
    expect(wrong.length / tools.length).toBeLessThanOrEqual(0.01);
  });

  it('affect at most one in a hundred of set C, as declared and when every tool claims to read', () => {
    expect(falseAlarmsIn(unseen).length / unseen.length).toBeLessThanOrEqual(0.01);
    const readers = unseen.filter(({ label }) => label === 'read');
    const held = readers.filter(({ tool }) => isHeld({ readOnlyHint: true, destructiveHint: false }, tool));
    expect(held.length / readers.length, held.map(({ tool }) => tool.name).join(', ')).toBeLessThanOrEqual(0.01);
  });

  it('affect at most one in a hundred of all 2,893 by their names alone', () => {
    const listed = declaredTools();
    expect(listed).toHaveLength(2_893);
    const held = listed.filter(({ name, hints }) => isHeld(hints, { name }));
    const wrong = held.filter(({ name }) => !RIGHTLY.test(name));
    expect([held.length, wrong.length]).toEqual([34, 17]);
    expect(wrong.length / listed.length).toBeLessThanOrEqual(0.01);
  });
});
