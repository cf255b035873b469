import { DEFAULT_HINTS, HINT_NAMES, type Resolution, resolve, type ToolClass } from '@toolmark/annotations';
import { result } from '@toolmark/base';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../../../base/src/fixtures/fake-clock.ts';
import { legacyCaller, modernCaller } from '../../core/fixtures/caller.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { createCallCache } from '../cache/call-cache.ts';
import { createFinish } from '../era/finish.ts';
import { aCall, aTool } from '../retry/fixtures/a-call.ts';
import { answerFromCache } from './answer-from-cache.ts';
import { withCallMeta } from './call-lifecycle.ts';

const names = fc.constantFrom('get_note', 'delete_note', 'manage_notes', 'x', 'list');
const hint = fc.option(fc.boolean(), { nil: undefined });
const partial = fc.record({
  readOnlyHint: hint,
  destructiveHint: hint,
  idempotentHint: hint,
  openWorldHint: hint,
});
const given = (hints: Readonly<Record<string, boolean | undefined>>) =>
  Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== undefined));

/** As they really come about: from a definition, a person and a proof. */
const weighed = fc
  .record({ name: names, annotations: partial, override: partial, evidence: partial })
  .map(({ name, annotations, override, evidence }): CatalogTool => {
    const options = { override: given(override), evidence: given(evidence) };
    return {
      ...aTool(given(annotations), name),
      resolution: resolve({ name, annotations: given(annotations) }, options),
    };
  });
/** As they should never come about, with a class that its hints do not have. */
const impossible = fc
  .record({
    class: fc.constantFrom<ToolClass>('read', 'additive', 'destructive'),
    readOnly: fc.boolean(),
    contradicted: fc.boolean(),
  })
  .map((odd): CatalogTool => {
    const hints = Object.fromEntries(
      HINT_NAMES.map((name) => [
        name,
        {
          value: name === 'readOnlyHint' ? odd.readOnly : DEFAULT_HINTS[name],
          source: 'declared',
          declared: true,
          reason: '',
        },
      ]),
    ) as unknown as Resolution['hints'];
    const contradictions = odd.contradicted
      ? [{ hint: 'readOnlyHint', declared: true, against: 'name', message: '' } as const]
      : [];
    const tool = aTool();
    return { ...tool, resolution: { ...tool.resolution, class: odd.class, hints, contradictions } };
  });
const configs = fc.record({
  ttlMs: fc.integer({ min: 1, max: 1e9 }),
  tools: fc.array(fc.constantFrom('*', 'get_*', 'delete_*', '*note*', 'x'), { maxLength: 3 }),
});

it('a tool that is not effectively read-only is never answered from the cache, whatever is said about it', async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(weighed, impossible), configs, async (tool, config) => {
      const clock = createFakeClock();
      const cache = createCallCache({ clock, maxBytes: 1e6, maxEntries: 100 });
      const step = answerFromCache({ cache, caches: { value: new Map([['s', config]]) }, clock });
      let sent = 0;
      const next = async () => result({ content: [], n: ++sent });
      const calls = [aCall({ tool }), aCall({ tool }), aCall({ tool })];
      await Promise.all(calls.slice(0, 2).map((call) => step(call, next)));
      await step(calls[2] ?? aCall(), next);
      const isRead = tool.resolution.hints.readOnlyHint.value && tool.resolution.class === 'read';
      if (!isRead) expect([sent, calls.some(({ cachedAgeMs }) => cachedAgeMs !== undefined)]).toEqual([3, false]);
      else if (sent < 3) hits += 1;
    }),
    { numRuns: 500 },
  );
  // The property would hold of a cache that never answers, too.
  expect(hits).toBeGreaterThan(0);
});

it('what is kept is never changed by what is made of it', async () => {
  const clock = createFakeClock();
  const cache = createCallCache({ clock, maxBytes: 1e6, maxEntries: 100 });
  const step = answerFromCache({ cache, caches: { value: new Map([['s', { ttlMs: 1_000, tools: ['*'] }]]) }, clock });
  const kept = { content: [{ type: 'text', text: 'x' }], resultType: 'complete', _meta: { 'com.x/y': { z: 1 } } };
  const before = structuredClone(kept);
  const finish = createFinish({ name: 'toolmark' }, () => 'modern');
  for (const caller of [legacyCaller(), modernCaller(), legacyCaller(), modernCaller()]) {
    const call = aCall({ caller });
    const reply = await step(call, async () => result(kept));
    expect(reply).toEqual(result(before));
    withCallMeta(finish(reply, caller, { server: 's', method: 'tools/call' }), call);
    finish(withCallMeta(reply, call), caller, { server: 's', method: 'tools/call' });
    expect(kept).toEqual(before);
  }
});
