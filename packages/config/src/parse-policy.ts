import type { Problem } from '@toolmark/annotations';
import { type ApprovalRoute, type AskTerms, approvalRoutes } from '@toolmark/api-contract';
import { DEFAULT_CACHE_TTL_MS, DEFAULT_POLICY } from './defaults.ts';
import { expressionProblem } from './expressions/expression.ts';
import type {
  ArgumentMatcher,
  CacheConfig,
  CallMatcher,
  HintMatcher,
  LimitRule,
  OverrideConfig,
  PolicyConfig,
  PolicyRule,
} from './policy-config.ts';
import type {
  ArgumentEntry,
  CacheEntry,
  LimitEntry,
  MatcherEntry,
  OverrideEntry,
  PolicyEntry,
  RuleEntry,
  TermsEntry,
} from './policy-schema.ts';

/** Fills in the defaults of a policy. */
export function toPolicy(entry: PolicyEntry = {}): PolicyConfig {
  const { defaults = {}, ask = {}, retry = {}, checks = {} } = entry;
  return {
    rules: (entry.rules ?? []).map(toRule),
    defaults: { ...DEFAULT_POLICY.defaults, ...withoutUndefined(defaults) },
    risk: entry.risk ?? DEFAULT_POLICY.risk,
    ask: {
      waitMs: ask.wait === undefined ? DEFAULT_POLICY.ask.waitMs : ask.wait * 1_000,
      expiryMs: ask.expiry === undefined ? DEFAULT_POLICY.ask.expiryMs : ask.expiry * 1_000,
      routes: ask.routes === undefined ? DEFAULT_POLICY.ask.routes : sortRoutes(ask.routes),
      presence: ask.presence ?? DEFAULT_POLICY.ask.presence,
    },
    limits: (entry.limits ?? []).map(toLimit),
    retry: {
      attempts: retry.attempts ?? DEFAULT_POLICY.retry.attempts,
      deadlineMs: retry.deadline === undefined ? DEFAULT_POLICY.retry.deadlineMs : retry.deadline * 1_000,
    },
    checks: { ...DEFAULT_POLICY.checks, ...withoutUndefined(checks) },
    resultBytes: entry.resultBytes ?? DEFAULT_POLICY.resultBytes,
  };
}

/** Problems that the schema cannot express: duplicate names, invalid expressions, invalid JSONPaths. */
export function policyProblems(
  { rules = [], limits = [], ask = {} }: PolicyEntry = {},
  pathProblem: (path: string) => string | undefined = () => undefined,
): readonly Problem[] {
  return [
    ...askProblems(rules, ask),
    ...problemsIn(rules, 'rule', pathProblem),
    ...problemsIn(limits, 'limit', pathProblem),
  ];
}

/** Terms that make approval impossible, or that can never apply. */
function askProblems(rules: readonly RuleEntry[], all: TermsEntry): readonly Problem[] {
  const own = isUnanswerable(all) ? [{ path: 'policy.ask.presence', message: UNANSWERABLE }] : [];
  const ofRules = rules.flatMap(({ decision, ask }, index) => {
    if (ask === undefined) return [];
    const path = `policy.rules.${index}.ask`;
    if (decision !== 'ask')
      return [{ path, message: `is only for a rule that asks; the decision of this one is ${decision}` }];
    // A rule that inherits the problem of the policy is not reported again.
    const isOwn = isUnanswerable({ ...all, ...withoutUndefined(ask) }) && !isUnanswerable(all);
    return isOwn ? [{ path, message: UNANSWERABLE }] : [];
  });
  return [...own, ...ofRules];
}

const isUnanswerable = ({ routes, presence }: TermsEntry): boolean =>
  presence === 'passkey' && routes !== undefined && !routes.includes('page');

const UNANSWERABLE = 'passkey needs page among the routes: passkeys only work on the page, so nobody could approve';

/** Names of decisions that no rule of the config makes. */
const RESERVED = /^(?:disabled|ceiling|variant|held|session-risk|(?:default|limit): .*)$/s;

function problemsIn(
  entries: readonly (RuleEntry | LimitEntry)[],
  what: 'rule' | 'limit',
  pathProblem: (path: string) => string | undefined,
): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const at = `policy.${what}s.${index}`;
    const { name = defaultName(what, index) } = entry;
    if (seen.has(name)) problems.push({ path: `${at}.name`, message: `'${name}' is already used by another ${what}` });
    if (what === 'rule' && RESERVED.test(name))
      problems.push({ path: `${at}.name`, message: `'${name}' is reserved for a built-in rule` });
    seen.add(name);
    for (const [jsonPath, argument] of Object.entries(entry.arguments ?? {})) {
      const place = `${at}.arguments.${jsonPath}`;
      const problem = pathProblem(jsonPath) ?? argumentProblem(argument);
      if (problem !== undefined) problems.push({ path: place, message: problem });
    }
  }
  return problems;
}

function argumentProblem(argument: ArgumentEntry): string | undefined {
  if (typeof argument !== 'object' || argument === null || argument.matches === undefined) return undefined;
  const problem = expressionProblem(argument.matches);
  return problem && `matches ${problem}`;
}

const defaultName = (what: 'rule' | 'limit', index: number): string => `${what} ${index + 1}`;

function toRule(entry: RuleEntry, index: number): PolicyRule {
  const { name = defaultName('rule', index), decision, reason, ask } = entry;
  return {
    name,
    decision,
    ...(reason !== undefined && { reason }),
    ...(ask !== undefined && { ask: toTerms(ask) }),
    ...toMatcher(entry),
  };
}

const toTerms = ({ routes, presence }: TermsEntry): Partial<AskTerms> => ({
  ...(routes !== undefined && { routes: sortRoutes(routes) }),
  ...(presence !== undefined && { presence }),
});

/** Sorts and removes duplicates, so that the order of the file makes no difference. */
const sortRoutes = (routes: readonly ApprovalRoute[]): readonly ApprovalRoute[] =>
  approvalRoutes.filter((route) => routes.includes(route));

function toLimit(entry: LimitEntry, index: number): LimitRule {
  const { name = defaultName('limit', index), per = 'session', calls, seconds } = entry;
  return { name, per, calls, windowMs: seconds === undefined ? undefined : seconds * 1_000, ...toMatcher(entry) };
}

function toMatcher(entry: MatcherEntry): CallMatcher {
  const { contradicted, session, hints, arguments: args } = entry;
  return {
    ...toLists({ server: entry.server, tool: entry.tool, client: entry.client, token: entry.token }),
    ...toLists({ class: entry.class }),
    ...toLists({ mode: entry.mode }),
    ...(contradicted !== undefined && { contradicted }),
    ...(session !== undefined && { session: withoutUndefined(session) }),
    ...(hints !== undefined && { hints: mapValues(hints, toHintMatcher) }),
    ...(args !== undefined && { arguments: mapValues(args, toArgumentMatcher) }),
  };
}

function toHintMatcher(entry: NonNullable<NonNullable<MatcherEntry['hints']>['readOnlyHint']>): HintMatcher {
  if (typeof entry === 'boolean') return { value: entry };
  const { value, source } = entry;
  return { ...(value !== undefined && { value }), ...(source !== undefined && { source: toList(source) }) };
}

function toArgumentMatcher(entry: ArgumentEntry): ArgumentMatcher {
  if (typeof entry !== 'object' || entry === null) return { equals: entry };
  if (entry.in !== undefined) return { in: entry.in };
  if (entry.matches !== undefined) return { matches: entry.matches };
  if (entry.exists !== undefined) return { exists: entry.exists };
  return { equals: entry.equals };
}

export function toOverride(entry: OverrideEntry): OverrideConfig {
  const { server, tool, hints, reason = null, author = null, at = null } = entry;
  return { server, tool, hints: withoutUndefined(hints), reason, author, at };
}

export function toCache(entry: CacheEntry | undefined): CacheConfig | undefined {
  if (entry === undefined || entry === false) return undefined;
  if (entry === true) return { ttlMs: DEFAULT_CACHE_TTL_MS, tools: ['*'] };
  if (typeof entry === 'number') return { ttlMs: entry * 1_000, tools: ['*'] };
  const { ttl, tools = '*' } = entry;
  return { ttlMs: ttl === undefined ? DEFAULT_CACHE_TTL_MS : ttl * 1_000, tools: toList(tools) };
}

type WithoutUndefined<Value> = { readonly [Key in keyof Value]?: Exclude<Value[Key], undefined> };

function withoutUndefined<Value extends object>(entry: Value): WithoutUndefined<Value> {
  return Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Value>;
}

type Lists<Value> = { readonly [Key in keyof Value]?: readonly Element<Exclude<Value[Key], undefined>>[] };
type Element<Value> = Value extends readonly (infer Item)[] ? Item : Value;

function toLists<Value extends object>(entry: Value): Lists<Value> {
  return mapValues(withoutUndefined(entry), toList) as Lists<Value>;
}

const toList = <Value>(value: Value | readonly Value[]): readonly Value[] =>
  Array.isArray(value) ? value : [value as Value];

function mapValues<Key extends string, From, To>(
  record: { readonly [Name in Key]?: From | undefined },
  map: (value: From) => To,
): { readonly [Name in Key]?: To } & Readonly<Record<string, To>> {
  const entries = Object.entries(record).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, map(value as From)] as const],
  );
  return Object.fromEntries(entries) as { readonly [Name in Key]?: To } & Readonly<Record<string, To>>;
}
