import type { PolicyConfig, PolicyRule } from '@toolmark/config';
import type { Passkeys } from './passkeys.ts';

/** As much of a policy as says where a passkey is asked for. */
interface Asking {
  readonly ask: Pick<PolicyConfig['ask'], 'presence'>;
  readonly rules: readonly Pick<PolicyRule, 'name' | 'ask'>[];
}

/** Where the policy asks for a passkey: the names of its rules, and `policy.ask` for all of them. */
const whereAsked = ({ ask, rules }: Asking): readonly string[] => [
  ...(ask.presence === 'passkey' ? ['policy.ask'] : []),
  ...rules.filter((rule) => rule.ask?.presence === 'passkey').map(({ name }) => `the rule '${name}'`),
];

/** Whether anything could be stopped that only a passkey can approve. */
export const asksForPasskey = (policy: Asking): boolean => whereAsked(policy).length > 0;

/** What keeps passkeys from doing what the policy asks of them, in a sentence. */
export function presenceProblem(passkeys: Pick<Passkeys, 'list' | 'problem'>, policy: Asking): string | undefined {
  const isWanting = asksForPasskey(policy) && passkeys.list().length === 0;
  return (
    passkeys.problem() ??
    (isWanting
      ? `No passkey is enrolled, and ${whereAsked(policy)[0]} asks for one: nobody can approve such calls. Enrol one on the page, in Settings → Passkeys.`
      : undefined)
  );
}

/** What a changed config no longer asks for, in a sentence: a program that can write the config could do away with passkeys. */
export function presenceRelaxed(before: Asking, now: Asking): string | undefined {
  const still = new Set(whereAsked(now));
  const gone = whereAsked(before).filter((where) => !still.has(where));
  if (gone.length === 0) return undefined;
  return `The config was changed, and ${gone.join(' and ')} no longer asks for a passkey. If it was not you, find out what did.`;
}
