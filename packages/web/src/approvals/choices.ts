import type { Approval, ApprovalRequest } from '@toolmark/api-contract';
import { formatClient } from '../format/client.ts';
import { visibleLine } from '../text/visible.ts';

/** The answers to an approval request. All but `deny` and `once` relax the policy for later calls. */
export type Choice = 'deny' | 'once' | 'session' | 'always' | 'always-arguments';

/** The answers that apply to more than one call, narrowest first. */
export const LASTING: readonly Choice[] = ['session', 'always-arguments', 'always'];

/** The lasting answers that this request offers. */
export const lastingFor = ({ remember_choices: offered }: Pick<Approval, 'remember_choices'>): readonly Choice[] =>
  LASTING.filter((choice) => offered.includes(REQUESTS[choice].remember ?? 'once'));

const REQUESTS: Readonly<Record<Choice, ApprovalRequest>> = {
  deny: { decision: 'deny' },
  once: { decision: 'approve', remember: 'once' },
  session: { decision: 'approve', remember: 'session', scope: 'tool' },
  always: { decision: 'approve', remember: 'always', scope: 'tool' },
  'always-arguments': { decision: 'approve', remember: 'always', scope: 'arguments' },
};

const LABELS: Readonly<Record<Choice, string>> = {
  deny: 'Deny',
  once: 'Approve once',
  session: 'Approve for this session',
  always: 'Always approve this tool',
  'always-arguments': 'Always approve with exactly these arguments',
};

export const requestOf = (choice: Choice): ApprovalRequest => REQUESTS[choice];

/** A button's label. It mentions the passkey, because the browser asks for it next. */
export function labelOf(choice: Choice, { presence_required }: Pick<Approval, 'presence_required'>): string {
  if (!presence_required || choice === 'deny') return LABELS[choice];
  return choice === 'once' ? 'Approve with passkey' : `${LABELS[choice]}, with passkey`;
}

type Asked = Pick<
  Approval,
  'server' | 'tool' | 'title' | 'class' | 'client_name' | 'principal' | 'rule' | 'is_waiting'
>;

/**
 * What an answer allows, as a sentence to confirm.
 *
 * @example
 * describeAnswer('session', approval) // 'Lets every call of “Delete Note” on notes pass without asking until this session of Cursor ends.'
 */
export function describeAnswer(choice: Choice, { server, title, client_name, principal, is_waiting }: Asked): string {
  const what = `“${visibleLine(title, 80)}” on ${visibleLine(server, 60)}`;
  const who = `${formatClient(client_name)} (token ${visibleLine(principal, 60)})`;
  switch (choice) {
    case 'deny':
      return `Refuses this call of ${what}. The next call asks again.`;
    case 'once':
      return is_waiting
        ? `Allows this one call of ${what}, with exactly these arguments.`
        : `Allows the same call of ${what} once, when the client retries it.`;
    case 'session':
      return `Allows every call of ${what} without asking, with any arguments, until this session of ${formatClient(client_name)} ends.`;
    case 'always':
      return `Allows every call of ${what} by ${who} without asking, with any arguments, until you revoke it.`;
    case 'always-arguments':
      return `Allows calls of ${what} by ${who} without asking, with exactly these arguments only, until you revoke it.`;
  }
}

/** When a lasting answer expires by itself. */
export const ENDS_WHEN = 'It applies only while the tool’s hints and the rule that asked stay the same.';

/** Whether an answer needs a confirmation: one click must never allow a destructive tool for good. */
export const needsConfirmation = (choice: Choice, { class: of }: Pick<Asked, 'class'>): boolean =>
  of === 'destructive' && (choice === 'always' || choice === 'always-arguments');

/** What a lasting answer relaxes, for the confirmation dialog. */
export function describeRelaxation({ rule, class: of }: Pick<Asked, 'rule' | 'class'>): string {
  const stops = `the rule “${visibleLine(rule, 120)}”, which stopped this call`;
  return of === 'destructive'
    ? `This relaxes ${stops}. The tool may delete or overwrite data without asking anyone first.`
    : `This relaxes ${stops}. The tool will run without asking anyone first.`;
}
