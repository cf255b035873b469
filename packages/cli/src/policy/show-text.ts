import type { PolicyInUse, PolicyLimitInUse, PolicyRuleInUse } from '@toolmark/api-contract';
import { padTo, safeText, widest } from '@toolmark/audit';
import { describeRoutes } from '../approvals/approval-routes.ts';
import type { Screen } from '../gateway-client-command.ts';
import { plural, toCount, toSize, toSpan } from '../text/amounts.ts';
import { type Fact, heading, renderFacts } from '../text/facts.ts';
import { breakLine } from '../text/long-text.ts';
import { DECISION_STYLES } from './decision-text.ts';

const RISKS = {
  warn: 'is warned about',
  ask: 'is asked about',
  deny: 'is refused',
} as const;

/** The current policy, rules first, in order. */
export function renderPolicy(policy: PolicyInUse, screen: Screen): readonly string[] {
  const { rules, limits } = policy;
  const none = `  ${screen.paint('dim', 'No rules: the defaults below decide.')}`;
  return [
    `  ${screen.paint('bold', 'Rules')}${rules.length === 0 ? '' : screen.paint('dim', '  the first match decides')}`,
    ...(rules.length === 0 ? [none] : rules.flatMap((rule, index) => renderRule(rule, index, rules, screen))),
    ...heading('Defaults if no rule matches', screen),
    ...renderDefaults(policy, screen),
    ...(limits.length === 0 ? [] : [...heading('Limits', screen), ...renderFacts(limits.map(limitOf), screen)]),
    ...heading('Approvals, retries, checks', screen),
    ...renderFacts(factsOf(policy), screen),
  ];
}

function renderRule(
  { name, decision, reason, ask, ...matcher }: PolicyRuleInUse,
  index: number,
  rules: readonly PolicyRuleInUse[],
  { paint, columns }: Screen,
): readonly string[] {
  const width = String(rules.length).length;
  const head = `  ${paint('dim', String(index + 1).padStart(width))}  ${paint(DECISION_STYLES[decision], padTo(decision, 5))}  `;
  const indent = ' '.repeat(width + 4);
  const headWidth = indent.length + 7;
  const lines = (text: string) => breakLine(safeText(text), columns - indent.length);
  return [
    ...breakLine(safeText(name), columns - headWidth).map(
      (line, at) => `${at === 0 ? head : ' '.repeat(headWidth)}${paint('bold', line)}`,
    ),
    ...lines(matcherOf(matcher)).map((line) => `${indent}${line}`),
    ...(ask === undefined ? [] : lines(askWords(ask)).map((line) => `${indent}${line}`)),
    ...(reason === undefined ? [] : lines(reason).map((line) => `${indent}${paint('dim', line)}`)),
  ];
}

/** A rule's own approval settings. */
const askWords = ({ routes, presence }: NonNullable<PolicyRuleInUse['ask']>): string =>
  [
    ...(routes === undefined ? [] : [`answered ${describeRoutes({ routes, presence: 'none' })}`]),
    ...(presence === undefined ? [] : [PRESENCES[presence]]),
  ].join('; ');

const PRESENCES = {
  none: 'approving needs no passkey',
  passkey: 'approving needs a passkey on the page',
} as const;

/** `server notes, tool delete_*, arguments {"$.action":{"equals":"list"}}` */
function matcherOf(matcher: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(matcher).map(([name, value]) => {
    const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
    return `${name} ${isList ? value.join(' or ') : JSON.stringify(value)}`;
  });
  return parts.length === 0 ? 'every call' : parts.join(', ');
}

function renderDefaults({ defaults }: PolicyInUse, { paint }: Screen): readonly string[] {
  const nameWidth = widest(DEFAULTS.map(([, text]) => text));
  return DEFAULTS.map(([name, text]) => {
    const decision = defaults[name];
    return `  ${padTo(text, nameWidth)}  ${paint(DECISION_STYLES[decision], decision)}`;
  });
}

const DEFAULTS: readonly (readonly [keyof PolicyInUse['defaults'], string])[] = [
  ['read', 'read-only tools'],
  ['additive', 'tools that add'],
  ['destructive', 'destructive tools'],
  ['contradicted', 'tools that contradict their hints'],
];

function limitOf({ name, per, calls, seconds, ...matcher }: PolicyLimitInUse): Fact {
  const time = seconds === undefined ? 'in all' : `in ${toSpan(seconds * 1_000)}`;
  return [safeText(name), `${plural(calls, 'call')} ${time} per ${per}: ${safeText(matcherOf(matcher))}`];
}

function factsOf({ ask, retry, risk, checks, resultBytes }: PolicyInUse): readonly Fact[] {
  const of = (action: string): string =>
    Object.entries(checks)
      .filter(([, value]) => value === action)
      .map(([name]) => safeText(name))
      .join(', ');
  const done = (['hold', 'warn', 'off'] as const)
    .map((action) => ({ action, names: of(action) }))
    .filter(({ names }) => names !== '')
    .map(({ action, names }) => `${action}: ${names}`);
  return [
    ['approvals', `a call waits ${toSpan(ask.wait * 1_000)}, a person can answer for ${toSpan(ask.expiry * 1_000)}`],
    ['answers', describeRoutes(ask)],
    [
      'retries',
      retry.attempts === 1
        ? 'failed calls are not retried'
        : `up to ${toCount(retry.attempts)} times within ${toSpan(retry.deadline * 1_000)}, for safe calls`,
    ],
    ['risk', `writing to the outside after private data and untrusted content ${RISKS[risk]}`],
    ['checks', done.join('; ') || 'none'],
    ['', `a result counts as large above ${toSize(resultBytes)}`],
  ];
}
