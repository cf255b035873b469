import { dirname, resolve } from 'node:path';
import {
  type IgnoredFinding,
  isJsonObject,
  ok,
  type Problem,
  type ProfileName,
  type Result,
  type Severity,
} from '@toolmark/annotations';
import {
  type ConfigFailure,
  connectionSchema,
  failure,
  invalid,
  type Parsed,
  parseWith,
  readJsonFile,
  type ServerTarget,
  type TargetContext,
  toTarget,
} from '@toolmark/reach';
import { type AuditFile, auditFileSchema, type CheckEntry, serversFileSchema } from './schema.ts';

export type { ConfigFailure } from '@toolmark/reach';

/** One server to audit, with the checks from a config. */
export interface PlannedAudit {
  readonly name: string;
  /** The server's name in the config, if it has one. */
  readonly alias?: string;
  readonly target: ServerTarget;
  readonly profile?: ProfileName;
  readonly failOn?: Severity | 'never';
  readonly ignore: readonly IgnoredFinding[];
  /** Seconds. */
  readonly timeout?: number;
  readonly tablePath?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads every server of a config: an audit file (`servers`, with checks), or a file in the `mcpServers` format of MCP
 * clients.
 */
export async function loadAuditFile(
  file: string,
  env: Environment,
  self?: TargetContext['self'],
): Promise<Result<readonly PlannedAudit[], ConfigFailure>> {
  const config = await openConfig(file, env, self);
  if (!config.ok) return config;
  const { key, plans } = config.value;
  if (plans.size === 0) return failure('invalid', file, [{ path: key, message: 'names no server to audit' }]);
  const problems: Problem[] = [];
  const planned: PlannedAudit[] = [];
  for (const plan of plans.values()) {
    const one = plan();
    if (one.ok) planned.push(one.value);
    else problems.push(...one.error.problems);
  }
  return problems.length > 0 ? failure('invalid', file, problems) : ok(planned);
}

/** Reads one server of a config in either format. Problems of other servers, such as an unset variable, are ignored. */
export async function loadConfiguredServer(
  file: string,
  name: string,
  env: Environment,
  self?: TargetContext['self'],
): Promise<Result<PlannedAudit, ConfigFailure>> {
  const config = await openConfig(file, env, self);
  if (!config.ok) return config;
  const { key, plans } = config.value;
  const plan = plans.get(name);
  if (plan !== undefined) return plan();
  const message = `there is no such server; there are: ${[...plans.keys()].join(', ') || 'none'}`;
  return failure('no-such-server', file, [{ path: `${key}.${name}`, message }]);
}

interface Config {
  readonly key: 'servers' | 'mcpServers';
  /** By name, as functions: a server is validated only when it is requested. */
  readonly plans: ReadonlyMap<string, () => Parsed<PlannedAudit>>;
}

async function openConfig(file: string, env: Environment, self: TargetContext['self']): Promise<Parsed<Config>> {
  const json = await readJsonFile(file);
  if (!json.ok) return json;
  const surroundings = { folder: dirname(resolve(file)), env, ...(self && { self }) };
  const targetOf: TargetOf = (entry, path) => {
    const target = toTarget(entry, path, surroundings);
    return target.ok ? target : failure('invalid', file, target.error);
  };
  const has = (key: Config['key']): boolean => isJsonObject(json.value) && Object.hasOwn(json.value, key);
  if (has('servers')) {
    const parsed = parseWith(auditFileSchema, json.value, file, []);
    return parsed.ok ? ok(auditConfig(parsed.value, surroundings.folder, targetOf)) : parsed;
  }
  if (!has('mcpServers')) return invalid(file, NEITHER);
  const parsed = parseWith(serversFileSchema, json.value, file, []);
  if (!parsed.ok) return parsed;
  const planEntry = (name: string, value: unknown): Parsed<PlannedAudit> => {
    const entry = parseWith(connectionSchema, value, file, ['mcpServers', name]);
    const target = entry.ok ? targetOf(entry.value, `mcpServers.${name}`) : entry;
    return target.ok ? ok({ name, alias: name, target: target.value, ignore: [] }) : target;
  };
  return ok({ key: 'mcpServers', plans: lazyPlans(parsed.value.mcpServers, planEntry) });
}

type TargetOf = (entry: Parameters<typeof toTarget>[0], path: string) => Parsed<ServerTarget>;

const NEITHER = 'has neither "servers", as an audit file has, nor "mcpServers", as the config of an MCP client';

function auditConfig({ servers, ...shared }: AuditFile, folder: string, targetOf: TargetOf): Config {
  const plans = lazyPlans(servers, (name, entry): Parsed<PlannedAudit> => {
    const target = targetOf(entry, `servers.${name}`);
    if (!target.ok) return target;
    const checks = {
      profile: entry.profile ?? shared.profile,
      failOn: entry.failOn ?? shared.failOn,
      timeout: entry.timeout ?? shared.timeout,
      tablePath: entry.table === undefined ? undefined : resolve(folder, entry.table),
    };
    const ignore = [...(shared.ignore ?? []), ...(entry.ignore ?? [])].map(toIgnored);
    return ok({ name, alias: name, target: target.value, ...withoutUndefined(checks), ignore });
  });
  return { key: 'servers', plans };
}

function lazyPlans<Entry>(
  entries: Readonly<Record<string, Entry>>,
  plan: (name: string, entry: Entry) => Parsed<PlannedAudit>,
): Config['plans'] {
  return new Map(Object.entries(entries).map(([name, entry]) => [name, () => plan(name, entry)]));
}

function toIgnored({ code, tool, reason }: NonNullable<CheckEntry['ignore']>[number]): IgnoredFinding {
  return tool === undefined ? { code, reason } : { code, tool, reason };
}

/** Drops undefined values: an explicit undefined would hide a default. */
function withoutUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
