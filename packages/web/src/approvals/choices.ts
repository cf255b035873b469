import type { Approval, ApprovalRequest } from '@toolmark/api-contract';
import { formatClient } from '../format/client.ts';
import { visibleLine } from '../text/visible.ts';

/** What a person can answer. Each is one answer of the API; whatever is wider than one call is a wish to relax. */
export type Choice = 'deny' | 'once' | 'session' | 'always' | 'always-arguments';

/** The choices that hold for more than one call, the narrowest first. */
export const LASTING: readonly Choice[] = ['session', 'always-arguments', 'always'];

/** Those that this question offers. */
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

/** What a button says. With a passkey it says so: the browser asks for it next. */
export function labelOf(choice: Choice, { presence_required }: Pick<Approval, 'presence_required'>): string {
  if (!presence_required || choice === 'deny') return LABELS[choice];
  return choice === 'once' ? 'Approve with passkey' : `${LABELS[choice]}, with passkey`;
}

type Asked = Pick<
  Approval,
  'server' | 'tool' | 'title' | 'class' | 'client_name' | 'principal' | 'rule' | 'is_waiting'
>;

/**
 * What an answer will let through, in a sentence to be read before it is given.
 *
 * @example
 * tellsOf('session', approval) // 'Lets every call of “Delete Note” on notes pass without asking until this session of Cursor ends.'
 */
export function tellsOf(choice: Choice, { server, title, client_name, principal, is_waiting }: Asked): string {
  const what = `“${visibleLine(title, 80)}” on ${visibleLine(server, 60)}`;
  const who = `${formatClient(client_name)} (token ${visibleLine(principal, 60)})`;
  switch (choice) {
    case 'deny':
      return `Refuses this call of ${what}. It is not remembered: the next one asks again.`;
    case 'once':
      return is_waiting
        ? `Lets this one call of ${what} pass, with exactly these arguments.`
        : `Lets the same call of ${what} pass once when it is made again.`;
    case 'session':
      return `Lets every call of ${what} pass without asking, with any arguments, until this session of ${formatClient(client_name)} ends.`;
    case 'always':
      return `Lets every call of ${what} by ${who} pass without asking, with any arguments, until somebody revokes it.`;
    case 'always-arguments':
      return `Lets calls of ${what} by ${who} pass without asking, with exactly these arguments only, until somebody revokes it.`;
  }
}

/** Under what a lasting answer ends by itself. */
export const ENDS_WHEN = 'It holds only while the tool’s hints and the rule that asked stay as they are.';

/** Whether a choice is asked for once more: what may destroy is never let through for good by one click. */
export const needsConfirmation = (choice: Choice, { class: of }: Pick<Asked, 'class'>): boolean =>
  of === 'destructive' && (choice === 'always' || choice === 'always-arguments');

/** What a lasting answer gives up, for the dialog that asks again. */
export function relaxesOf({ rule, class: of }: Pick<Asked, 'rule' | 'class'>): string {
  const stops = `the rule “${visibleLine(rule, 120)}”, which stopped this call`;
  return of === 'destructive'
    ? `This relaxes ${stops}. The tool may delete or overwrite what is there, and nobody will be asked before it does.`
    : `This relaxes ${stops}. Nobody will be asked before the tool is called.`;
}
