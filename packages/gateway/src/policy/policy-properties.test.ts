import { classOf, HINT_NAMES, type HintName, PERMISSIVE_HINTS, type Resolution } from '@toolmark/annotations';
import { decisionKinds } from '@toolmark/api-contract';
import { DEFAULT_POLICY } from '@toolmark/config';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GOOD_STANDING, type PolicyCall } from '../model/policy-call.ts';
import { BUILT_IN_RULES } from './built-in-rules.ts';
import { createPolicy } from './create-policy.ts';
import {
  anyArguments,
  anyCaller,
  anyConfig,
  anyDefinition,
  anyHints,
  anyRules,
  anySession,
  anyStanding,
  statedClass,
} from './fixtures/arbitrary.ts';
import { toolOf } from './fixtures/calls.ts';
import { createMatcher } from './match/matcher.ts';
import { isAtLeastAsStrict } from './strictness.ts';

const anyTool = fc
  .record({
    definition: anyDefinition,
    server: fc.constantFrom('notes', 'mail'),
    override: fc.option(anyHints, { nil: {} }),
    trust: fc.constantFrom('review', 'declared', 'verified', 'none'),
    standing: anyStanding,
  })
  .map(({ definition, ...setup }) => toolOf(definition, setup));

const anyCall: fc.Arbitrary<PolicyCall> = fc.record({
  tool: anyTool,
  arguments: anyArguments,
  caller: anyCaller,
  session: anySession,
});

const runs = { numRuns: 300 };

it('the built-in rules apply to every tool of which they decide a call', () => {
  fc.assert(
    fc.property(anyCall, (call) => {
      for (const rule of BUILT_IN_RULES)
        if (rule.decide(call) !== undefined) expect(rule.appliesTo(call.tool)).toBe(true);
    }),
    runs,
  );
});

describe('decide', () => {
  it('P1, P2, P5: decides about everything, always the same, and gives a sentence', () => {
    fc.assert(
      fc.property(anyConfig, fc.array(anyCall, { minLength: 1, maxLength: 3 }), (config, calls) => {
        const policy = createPolicy(config);
        const first = calls.map((call) => policy.decide(call));
        for (const { kind, rule, reason } of first) {
          expect(decisionKinds).toContain(kind);
          expect(rule).not.toBe('');
          expect(reason).toMatch(/[.!?…]$/);
        }
        // The other way round, by the same policy and by another: nothing that was asked before makes a difference.
        const another = createPolicy(config);
        expect(
          calls
            .toReversed()
            .map((call) => another.decide(call))
            .reverse(),
        ).toEqual(first);
        expect(calls.map((call) => policy.decide({ ...call, tool: { ...call.tool } }))).toEqual(first);
      }),
      runs,
    );
  });

  it('P26: explains what it decides', () => {
    fc.assert(
      fc.property(anyConfig, anyCall, (config, call) => {
        const policy = createPolicy(config);
        const { decision, steps } = policy.explain(call);
        expect(decision).toEqual(policy.decide(call));
        const matched = steps.filter((step) => step.matched).map(({ rule }) => rule);
        expect(matched).toContain(decision.rule);
        expect(matched.filter((rule) => rule !== 'session-risk')).toHaveLength(1);
      }),
      runs,
    );
  });

  it('P10: the first rule that matches decides, and those behind it have no say', () => {
    fc.assert(
      fc.property(anyRules, anyRules, anyCall, (rules, others, call) => {
        const config = { ...DEFAULT_POLICY, rules };
        const first = rules.findIndex((rule) =>
          createMatcher(rule, rule.decision === 'allow' ? 'lenient' : 'strict').matches(call),
        );
        const { kind, rule } = createPolicy(config).decide(call);
        const isBuiltIn = BUILT_IN_RULES.some((builtIn) => builtIn.name === rule);
        if (isBuiltIn) return;
        if (first === -1) expect(rule).toMatch(/^default: /);
        else {
          expect({ kind, rule }).toEqual({ kind: rules[first]?.decision, rule: rules[first]?.name });
          const changed = { ...config, rules: [...rules.slice(0, first + 1), ...others] };
          expect(createPolicy(changed).decide(call)).toMatchObject({ kind, rule });
        }
      }),
      runs,
    );
  });

  it('P6, P9: a ceiling or a variant never makes anything more permissive', () => {
    fc.assert(
      fc.property(anyConfig, anyCall, (config, call) => {
        const { ceiling, variant, ...rest } = call.caller;
        const policy = createPolicy(config);
        const without = policy.decide({ ...call, caller: rest });
        expect(isAtLeastAsStrict(policy.decide({ ...call, caller: { ...rest, ceiling } }).kind, without.kind)).toBe(
          true,
        );
        expect(isAtLeastAsStrict(policy.decide({ ...call, caller: { ...rest, variant } }).kind, without.kind)).toBe(
          true,
        );
      }),
      runs,
    );
  });

  it('P8, P9: to hold a tool never makes anything more permissive', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const held = { ...call.tool.standing, holds: [{ kind: 'check', reason: 'It hides text.' }] } as const;
        const policy = createPolicy(DEFAULT_POLICY);
        const good = policy.decide({ ...call, tool: { ...call.tool, standing: { ...held, holds: [] } } });
        expect(
          isAtLeastAsStrict(policy.decide({ ...call, tool: { ...call.tool, standing: held } }).kind, good.kind),
        ).toBe(true);
      }),
      runs,
    );
  });
});

describe('without rules and overrides', () => {
  const policy = createPolicy(DEFAULT_POLICY);

  it("P3: nothing passes that its declaration and MCP's defaults do not let pass", () => {
    fc.assert(
      fc.property(anyDefinition, anyArguments, anyCaller, anySession, (definition, args, caller, session) => {
        for (const trust of ['declared', 'verified', 'none'] as const) {
          const call = { tool: toolOf(definition, { trust }), arguments: args, caller, session };
          const { kind } = policy.decide(call);
          const stated = statedClass(definition);
          if (kind === 'allow') expect(stated).not.toBe('destructive');
          if (stated === 'destructive') expect(isAtLeastAsStrict(kind, 'ask')).toBe(true);
          // Whom nobody believes passes with nothing at all.
          if (trust !== 'declared') expect(kind).not.toBe('allow');
        }
      }),
      runs,
    );
  });

  it('P4: tightening a hint never makes the decision more permissive', () => {
    const monotone = fc
      .tuple(
        ...[0, 1, 2].map(() => fc.constantFrom(...(['allow', 'ask', 'hold', 'deny'] as const))),
        fc.constantFrom(...decisionKinds),
      )
      .map(([a = 'allow', b = 'ask', c = 'ask', contradicted = 'hold']) => {
        const [read = a, additive = b, destructive = c] = [a, b, c].sort((x, y) => (isAtLeastAsStrict(x, y) ? 1 : -1));
        return { read, additive, destructive, contradicted };
      });
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(DEFAULT_POLICY.defaults), monotone),
        fc.constantFrom('warn', 'ask', 'deny'),
        anyCall,
        fc.constantFrom(...HINT_NAMES),
        (defaults, risk, call, hint) => {
          const table = createPolicy({ ...DEFAULT_POLICY, defaults, risk });
          const tool = { ...call.tool, standing: GOOD_STANDING };
          const tightened = { ...tool, resolution: tighten(tool.resolution, hint) };
          const { kind } = table.decide({ ...call, tool });
          expect(isAtLeastAsStrict(table.decide({ ...call, tool: tightened }).kind, kind)).toBe(true);
        },
      ),
      runs,
    );
  });
});

/** The same tool with one hint at its strictest, as an override of a person would leave it. */
function tighten(resolution: Resolution, hint: HintName): Resolution {
  const value = !PERMISSIVE_HINTS[hint];
  const hints = { ...resolution.hints, [hint]: { ...resolution.hints[hint], value, source: 'override' } } as const;
  const isReadOnly = hints.readOnlyHint.value;
  return {
    ...resolution,
    hints,
    class: classOf({ readOnlyHint: isReadOnly, destructiveHint: hints.destructiveHint.value }),
  };
}
