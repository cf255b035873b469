import type { DecisionKind, PolicyInUse, PolicyLimitInUse, PolicyRuleInUse } from '@toolmark/api-contract';
import { ROUTE_WORDS } from '../approvals/labels.ts';
import { formatDuration } from '../format/duration.ts';
import { plural } from '../format/number.ts';

/** The classes of the default decisions. */
export const DEFAULT_WORDS: readonly (readonly [keyof PolicyInUse['defaults'], string])[] = [
  ['read', 'Read-only tools'],
  ['additive', 'Tools that add, but destroy nothing'],
  ['destructive', 'Destructive tools, and tools without annotations'],
  ['contradicted', 'Tools whose name or description contradicts their hints'],
];

export const RISK_WORDS: Readonly<Record<PolicyInUse['risk'], string>> = {
  warn: 'the call is logged.',
  ask: 'a person is asked first.',
  deny: 'the call is refused.',
};

const TOOL_GROUPS: Readonly<Record<keyof PolicyInUse['defaults'], string>> = {
  read: 'read-only tools',
  additive: 'tools that add',
  destructive: 'destructive tools',
  contradicted: 'contradictory tools',
};

/**
 * Summarizes a policy in one sentence.
 *
 * @example
 * inOneSentence(policy) // 'The policy asks about destructive tools, and allows read-only tools and tools that add.'
 */
export function inOneSentence({ defaults, rules }: Pick<PolicyInUse, 'defaults' | 'rules'>): string {
  const of = (kind: DecisionKind): readonly string[] =>
    DEFAULT_WORDS.filter(([name]) => defaults[name] === kind).map(([name]) => TOOL_GROUPS[name]);
  const parts = (
    [
      ['asks about', 'ask'],
      ['allows', 'allow'],
      ['refuses', 'deny'],
      ['holds', 'hold'],
    ] as const
  )
    .map(([verb, kind]) => ({ verb, names: of(kind) }))
    .filter(({ names }) => names.length > 0)
    .map(({ verb, names }) => `${verb} ${join(names, 'and')}`);
  const first =
    rules.length === 0 ? '' : `; ${rules.length === 1 ? 'one rule takes' : `${rules.length} rules take`} precedence`;
  return `The policy ${parts.length < 3 ? join(parts, 'and') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`}${first}.`;
}

type Matcher = Readonly<Record<string, unknown>>;

/**
 * The conditions of a rule, one phrase each.
 *
 * @example
 * matcherWords({ tool: ['delete_*'], class: ['destructive'] }) // ['the tool is delete_*', 'its class is destructive']
 */
export function matcherWords(matcher: Matcher): readonly string[] {
  const words = Object.entries(matcher).flatMap(([name, value]) => (value === undefined ? [] : partWords(name, value)));
  return words.length === 0 ? ['every call'] : words;
}

export const ruleWords = ({
  name: _name,
  decision: _decision,
  reason: _reason,
  ask: _ask,
  ...matcher
}: PolicyRuleInUse): readonly string[] => matcherWords(matcher);

/**
 * Where approvals can be answered.
 *
 * @example
 * termsWords({ routes: ['page', 'cli'], presence: 'passkey' })
 * // 'Can be answered on the page or on the command line. Approving needs a passkey on the page.'
 */
export function termsWords({ routes, presence }: NonNullable<PolicyRuleInUse['ask']>): string {
  const ways =
    routes === undefined
      ? []
      : [
          `Can be answered ${join(
            routes.map((route) => ROUTE_WORDS[route]),
            'or',
          )}.`,
        ];
  return [...ways, ...(presence === undefined ? [] : [PRESENCE_WORDS[presence]])].join(' ');
}

const PRESENCE_WORDS = {
  none: 'Approving needs no passkey.',
  passkey: 'Approving needs a passkey on the page.',
} as const;

/**
 * @example
 * limitWords({ name: 'calm', per: 'session', calls: 10, seconds: 60, class: ['destructive'] })
 * // 'At most 10 calls in 1m for each session, where its class is destructive'
 */
export function limitWords({ name: _name, per, calls, seconds, ...matcher }: PolicyLimitInUse): string {
  const span = seconds === undefined ? 'in all' : `in ${formatDuration(seconds * 1_000)}`;
  const whose = { session: 'for each session', token: 'for each token', gateway: 'for all callers together' }[per];
  const [first, ...rest] = matcherWords(matcher);
  const which = rest.length === 0 && first === 'every call' ? '' : `, where ${join([first ?? '', ...rest], 'and')}`;
  return `At most ${plural(calls, 'call')} ${span} ${whose}${which}`;
}

const NAMES: Readonly<Record<string, string>> = {
  server: 'the server is',
  tool: 'the tool is',
  class: 'its class is',
  client: 'the client calls itself',
  token: 'the token is',
  mode: 'the mode is',
};

function partWords(name: string, value: unknown): readonly string[] {
  if (NAMES[name] !== undefined) return [`${NAMES[name]} ${anyOf(value)}`];
  if (name === 'contradicted') {
    return [value === true ? 'its definition contradicts its hints' : 'its definition does not contradict its hints'];
  }
  if (!isObject(value)) return [`${name} is ${shown(value)}`];
  const entries = Object.entries(value);
  if (name === 'hints') return entries.map(([hint, wanted]) => hintWords(hint, wanted));
  if (name === 'session') return entries.map(([fact, wanted]) => sessionWords(fact, wanted));
  if (name === 'arguments') return entries.map(([path, wanted]) => argumentWords(path, wanted));
  return [`${name} is ${shown(value)}`];
}

function hintWords(hint: string, wanted: unknown): string {
  if (!isObject(wanted)) return `${hint} is ${shown(wanted)}`;
  const { value, source } = wanted;
  const is = value === undefined ? hint : `${hint} is ${shown(value)}`;
  return source === undefined ? is : `${is}${value === undefined ? ' is' : ','} ${anyOf(source)}`;
}

const SESSION_FACTS: Readonly<Record<string, string>> = {
  private_data_read: 'read private data',
  untrusted_content_seen: 'seen untrusted content',
  open_world_write: 'written to the open world',
};

function sessionWords(fact: string, wanted: unknown): string {
  if (fact === 'callsOver') return `the session has made more than ${shown(wanted)} calls`;
  return `the session has ${wanted === false ? 'not ' : ''}${SESSION_FACTS[fact] ?? fact}`;
}

function argumentWords(path: string, wanted: unknown): string {
  if (!isObject(wanted)) return `${path} is ${shown(wanted)}`;
  if ('exists' in wanted) return `${path} is ${wanted['exists'] === false ? 'not there' : 'there'}`;
  if ('in' in wanted) return `${path} is one of ${shown(wanted['in'])}`;
  if ('matches' in wanted) return `${path} matches ${shown(wanted['matches'])}`;
  return `${path} is ${shown('equals' in wanted ? wanted['equals'] : wanted)}`;
}

const isObject = (value: unknown): value is Matcher =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

const anyOf = (value: unknown): string =>
  Array.isArray(value)
    ? join(
        value.map((one) => (typeof one === 'string' ? one : shown(one))),
        'or',
      )
    : String(value);

function join(parts: readonly string[], word: 'and' | 'or'): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

/** How often a failed call is retried. */
export function retryWords({ attempts, deadline }: PolicyInUse['retry']): string {
  if (attempts <= 1) return 'Failed calls are not retried.';
  return `Safe calls are tried up to ${attempts} times within ${formatDuration(deadline * 1_000)}.`;
}

/**
 * The effect of each definition check, strictest first.
 *
 * @example
 * checksWords({ secret: 'warn' }) // ['Warns: secret']
 */
export function checksWords(checks: PolicyInUse['checks']): readonly string[] {
  const words = { hold: 'Holds the tool', warn: 'Warns', off: 'Off' } as const;
  return (['hold', 'warn', 'off'] as const)
    .map((action) => ({ action, names: Object.keys(checks).filter((name) => checks[name] === action) }))
    .filter(({ names }) => names.length > 0)
    .map(({ action, names }) => `${words[action]}: ${names.join(', ')}`);
}
