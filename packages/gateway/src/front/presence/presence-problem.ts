import type { PolicyConfig, PolicyRule } from '@toolmark/config';
import type { Passkeys } from './passkeys.ts';

/** The part of a policy that decides where a passkey is required. */
interface PasskeyPolicy {
  readonly ask: Pick<PolicyConfig['ask'], 'presence'>;
  readonly rules: readonly Pick<PolicyRule, 'name' | 'ask'>[];
}

/** The parts of the policy that require a passkey: names of rules, or `policy.ask` for all of them. */
const requiredBy = ({ ask, rules }: PasskeyPolicy): readonly string[] => [
  ...(ask.presence === 'passkey' ? ['policy.ask'] : []),
  ...rules.filter((rule) => rule.ask?.presence === 'passkey').map(({ name }) => `the rule '${name}'`),
];

/** Whether any call could need a passkey. */
export const requiresPasskey = (policy: PasskeyPolicy): boolean => requiredBy(policy).length > 0;

/** The problem that prevents approving calls with a passkey, as a sentence. */
export function presenceProblem(
  passkeys: Pick<Passkeys, 'list' | 'problem'>,
  policy: PasskeyPolicy,
): string | undefined {
  const isMissing = requiresPasskey(policy) && passkeys.list().length === 0;
  return (
    passkeys.problem() ??
    (isMissing
      ? `No passkey is enrolled, but ${requiredBy(policy)[0]} requires one, so such calls cannot be approved. Enrol one on the page, in Settings → Passkeys.`
      : undefined)
  );
}

/**
 * The passkey requirements that a changed config has dropped, as a warning: a program that can write the config could
 * remove them.
 */
export function presenceRelaxed(before: PasskeyPolicy, now: PasskeyPolicy): string | undefined {
  const still = new Set(requiredBy(now));
  const gone = requiredBy(before).filter((where) => !still.has(where));
  if (gone.length === 0) return undefined;
  return `The config was changed, and ${gone.join(' and ')} no longer requires a passkey. If you did not change it, find the cause.`;
}
