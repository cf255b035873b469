import { resolve as resolvePath } from 'node:path';
import { err, isJsonObject, ok, type Problem, type Result, toMessage } from '@toolmark/annotations';
import { parseAuthority } from '@toolmark/base';
import {
  describeMissing,
  expandVariables,
  type MissingValue,
  type TargetContext,
  toTarget,
  type Values,
} from '@toolmark/reach';
import type { GatewayConfig, ServerConfig } from './config.ts';
import { DEFAULT_HOST, DEFAULT_LIMITS, DEFAULT_PORT, DEFAULT_RECORD, SERVER_DEFAULTS } from './defaults.ts';
import { pathProblem } from './expressions/json-path.ts';
import { type ConfigFile, configFileSchema, KNOWN_KEYS, type ServerEntry, serverEntrySchema } from './file-schema.ts';
import { offerProblems, toCuration, toOAuth, toProfile, toRegistry } from './parse-offer.ts';
import { policyProblems, toCache, toOverride, toPolicy } from './parse-policy.ts';

/** A usable config, and warnings about unknown parts of the file. */
export interface ParsedConfig {
  readonly config: GatewayConfig;
  readonly warnings: readonly Problem[];
}

/** Options of the command line that override the file. */
export interface ConfigOverrides {
  readonly transparent?: boolean;
}

/**
 * Parses the content of `toolmark.json` into a config, or returns all of its problems.
 *
 * @example
 * parseConfig({ mcpServers: { demo: { command: 'toolmark', args: ['demo-server'] } } }, { folder: '.', env: {} })
 */
export function parseConfig(
  json: unknown,
  context: TargetContext,
  overrides: ConfigOverrides = {},
): Result<ParsedConfig, readonly Problem[]> {
  const parsed = configFileSchema.safeParse(json);
  const { servers, problems } = readServers(json, context);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
    return err([...issues, ...problems]);
  }
  const file = { ...parsed.data, ...(overrides.transparent && { transparent: true }) };
  const all = [...problems, ...crossFieldProblems(file)];
  return all.length > 0
    ? err(all)
    : ok({
        config: toConfig(file, servers, context.folder),
        warnings: [...unknownKeys(json), ...unsetVariableWarnings(servers), ...unboundSecretWarnings(servers)],
      });
}

/** Reads the servers whose entries have the right shape; the schema reports the others. */
function readServers(
  json: unknown,
  context: TargetContext,
): { readonly servers: readonly ServerConfig[]; readonly problems: readonly Problem[] } {
  const entries = isJsonObject(json) && isJsonObject(json['mcpServers']) ? json['mcpServers'] : {};
  const problems: Problem[] = [];
  const servers: ServerConfig[] = [];
  for (const [name, value] of Object.entries(entries)) {
    const entry = serverEntrySchema.safeParse(value);
    if (!isServerName(name)) problems.push({ path: `mcpServers.${name}`, message: 'cannot be the name of a server' });
    else if (entry.success) {
      const server = toServer(name, entry.data, context);
      if (server.ok) servers.push(server.value);
      else problems.push(...server.error);
    }
  }
  return { servers, problems };
}

/** The name appears in URLs and on terminals, and `__proto__` would be lost as a key in JavaScript. */
export const isServerName = (name: string): boolean =>
  name.trim() !== '' && name !== '__proto__' && !/[/\\\p{Cc}]/u.test(name);

function crossFieldProblems(file: ConfigFile): readonly Problem[] {
  const problems: Problem[] = [];
  const enabled = Object.values(file.mcpServers).filter(({ disabled }) => !disabled).length;
  if (file.transparent && enabled !== 1)
    problems.push({ path: 'transparent', message: `needs exactly one enabled server; there are ${enabled}` });
  for (const [index, host] of (file.allowedHosts ?? []).entries()) {
    if (parseAuthority(host) === undefined)
      problems.push({
        path: `allowedHosts.${index}`,
        message: 'must be a name such as example.com or example.com:8443',
      });
  }
  for (const [index, origin] of (file.allowedOrigins ?? []).entries()) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      problems.push({ path: `allowedOrigins.${index}`, message: 'must be an origin such as https://example.com' });
  }
  for (const [index, pattern] of (file.record?.redact?.patterns ?? []).entries()) {
    const problem = patternProblem(pattern);
    if (problem !== undefined) problems.push({ path: `record.redact.patterns.${index}`, message: problem });
  }
  return [...problems, ...policyProblems(file.policy, pathProblem), ...offerProblems(file)];
}

function patternProblem(pattern: string): string | undefined {
  try {
    return new RegExp(pattern, 'u').test('') ? 'would match everywhere, because it matches the empty text' : undefined;
  } catch (error) {
    return `is not a regular expression: ${toMessage(error)}`;
  }
}

function toConfig(file: ConfigFile, servers: readonly ServerConfig[], folder: string): GatewayConfig {
  const { limits = {} } = file;
  return {
    servers,
    listen: { host: file.listen?.host ?? DEFAULT_HOST, port: file.listen?.port ?? DEFAULT_PORT },
    allowedHosts: file.allowedHosts ?? [],
    allowedOrigins: file.allowedOrigins ?? [],
    limits: {
      bodyBytes: limits.bodyBytes ?? DEFAULT_LIMITS.bodyBytes,
      depth: limits.depth ?? DEFAULT_LIMITS.depth,
      values: limits.values ?? DEFAULT_LIMITS.values,
      sessions: limits.sessions ?? DEFAULT_LIMITS.sessions,
      sessionIdleMs: toMs(limits.sessionIdle) ?? DEFAULT_LIMITS.sessionIdleMs,
      drainMs: toMs(limits.drain) ?? DEFAULT_LIMITS.drainMs,
    },
    pageSize: file.pageSize ?? 0,
    transparent: file.transparent ?? false,
    log: { level: file.log?.level ?? 'info' },
    record: toRecord(file.record),
    policy: toPolicy(file.policy),
    overrides: (file.overrides ?? []).map(toOverride),
    lockFile: file.lock === undefined ? undefined : resolvePath(folder, file.lock),
    profiles: Object.entries(file.profiles ?? {}).map(([name, entry]) => toProfile(name, entry)),
    tools: (file.tools ?? []).map(toCuration),
    registry: toRegistry(file.registry),
  };
}

function toRecord(entry: ConfigFile['record'] = {}): GatewayConfig['record'] {
  const { redact = {}, retention = {} } = entry;
  return {
    enabled: entry.enabled ?? DEFAULT_RECORD.enabled,
    bodyBytes: entry.bodyBytes ?? DEFAULT_RECORD.bodyBytes,
    sessionIdleMs: toMs(entry.sessionIdle) ?? DEFAULT_RECORD.sessionIdleMs,
    redact: {
      enabled: redact.enabled ?? DEFAULT_RECORD.redact.enabled,
      names: redact.names ?? DEFAULT_RECORD.redact.names,
      keep: redact.keep ?? DEFAULT_RECORD.redact.keep,
      patterns: redact.patterns ?? DEFAULT_RECORD.redact.patterns,
    },
    retention: {
      sessions: retention.sessions ?? DEFAULT_RECORD.retention.sessions,
      days: retention.days ?? DEFAULT_RECORD.retention.days,
      bytes: retention.bytes ?? DEFAULT_RECORD.retention.bytes,
    },
  };
}

function toServer(name: string, entry: ServerEntry, context: TargetContext): Result<ServerConfig, readonly Problem[]> {
  const target = toTarget(entry, `mcpServers.${name}`, context);
  const missing = missingValues(entry, context);
  // Problems of a disabled server do not matter; an unset variable disables only its own server.
  if (!target.ok && !entry.disabled && missing.length === 0) return target;
  return ok({
    name,
    disabled: entry.disabled ?? SERVER_DEFAULTS.disabled,
    ...(missing.length > 0 && { problem: describeMissing(missing) }),
    target: target.ok ? target.value : { kind: 'command', command: entry.command ?? '' },
    protocol: entry.protocol ?? SERVER_DEFAULTS.protocol,
    connectTimeoutMs: toMs(entry.connectTimeout) ?? SERVER_DEFAULTS.connectTimeoutMs,
    timeoutMs: toMs(entry.timeout) ?? SERVER_DEFAULTS.timeoutMs,
    maxTimeoutMs: Math.max(
      toMs(entry.maxTimeout) ?? SERVER_DEFAULTS.maxTimeoutMs,
      toMs(entry.timeout) ?? SERVER_DEFAULTS.timeoutMs,
    ),
    concurrency: entry.concurrency ?? SERVER_DEFAULTS.concurrency,
    answer: {
      bytes: entry.resultBytes ?? SERVER_DEFAULTS.answer.bytes,
      values: entry.resultValues ?? SERVER_DEFAULTS.answer.values,
    },
    queue: entry.queue ?? SERVER_DEFAULTS.queue,
    trust: entry.trust ?? SERVER_DEFAULTS.trust,
    strict: entry.strict ?? SERVER_DEFAULTS.strict,
    cache: toCache(entry.cache),
    oauth: toOAuth(entry.oauth, context),
  });
}

const unsetVariableWarnings = (servers: readonly ServerConfig[]): readonly Problem[] =>
  servers.flatMap(({ name, disabled, problem }) =>
    problem === undefined || disabled ? [] : [{ path: `mcpServers.${name}`, message: `is not started: ${problem}` }],
  );

/** A server names its authorization server itself, and could name another one later. */
const unboundSecretWarnings = (servers: readonly ServerConfig[]): readonly Problem[] =>
  servers.flatMap(({ name, oauth }) =>
    oauth?.clientSecret === undefined || oauth.issuer !== undefined
      ? []
      : [
          {
            path: `mcpServers.${name}.oauth.clientSecret`,
            message: 'is sent to any authorization server this server names; set issuer to restrict it',
          },
        ],
  );

/** The references of an entry whose values are not set. */
function missingValues(entry: ServerEntry, values: Values): readonly MissingValue[] {
  const { command = '', args = [], env: own = {}, url = '', headers = {}, oauth } = entry;
  const texts = [command, ...args, ...Object.values(own), url, ...Object.values(headers), oauth?.clientSecret ?? ''];
  return texts.flatMap((text) => {
    const expanded = expandVariables(text, values);
    return expanded.ok ? [] : expanded.missing;
  });
}

function toMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** Keys of other clients are fine in a shared file, but a typing error in ours should be reported. */
function unknownKeys(json: unknown): readonly Problem[] {
  if (!isJsonObject(json)) return [];
  const warnings: Problem[] = [];
  const warnUnknown = (value: unknown, known: readonly string[], path: string) => {
    if (!isJsonObject(value)) return;
    for (const key of Object.keys(value)) {
      if (known.includes(key)) continue;
      const close = known.find((candidate) => candidate.toLowerCase() === key.toLowerCase().replaceAll(/[_-]/g, ''));
      const hint = close === undefined ? '' : `; did you mean ${close}?`;
      warnings.push({ path: path === '' ? key : `${path}.${key}`, message: `is unknown${hint}` });
    }
  };
  warnUnknown(json, KNOWN_KEYS.file, '');
  warnUnknown(json['listen'], KNOWN_KEYS.listen, 'listen');
  warnUnknown(json['limits'], KNOWN_KEYS.limits, 'limits');
  warnUnknown(json['log'], KNOWN_KEYS.log, 'log');
  const record = json['record'];
  warnUnknown(record, KNOWN_KEYS.record, 'record');
  if (isJsonObject(record)) {
    warnUnknown(record['redact'], KNOWN_KEYS.redact, 'record.redact');
    warnUnknown(record['retention'], KNOWN_KEYS.retention, 'record.retention');
  }
  if (isJsonObject(json['mcpServers'])) {
    for (const [name, entry] of Object.entries(json['mcpServers']))
      warnUnknown(entry, KNOWN_KEYS.server, `mcpServers.${name}`);
  }
  return warnings;
}
