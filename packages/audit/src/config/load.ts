import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  err,
  type IgnoredFinding,
  ok,
  type Problem,
  type ProfileName,
  type Result,
  type Severity,
} from '@toolmark/annotations';
import type * as z from 'zod';
import type { ServerTarget } from '../connect/target.ts';
import { auditFileSchema, type CheckEntry, serversFileSchema } from './schema.ts';
import { toTarget } from './to-target.ts';

/** One server to audit, with the checks that a config asks for. */
export interface PlannedAudit {
  readonly name: string;
  readonly target: ServerTarget;
  readonly profile?: ProfileName;
  readonly failOn?: Severity | 'never';
  readonly ignore: readonly IgnoredFinding[];
  /** Seconds. */
  readonly timeout?: number;
  readonly tablePath?: string;
}

/** A config that cannot be used: which file, and everything that is wrong with it. */
export interface ConfigFailure {
  readonly file: string;
  readonly problems: readonly Problem[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `toolmark.audit.json`: the servers of a project and what to check. */
export async function loadAuditFile(
  file: string,
  env: Environment,
): Promise<Result<readonly PlannedAudit[], ConfigFailure>> {
  const parsed = await parseFile(file, auditFileSchema);
  if (!parsed.ok) return parsed;
  const { servers, profile, failOn, ignore = [], timeout } = parsed.value;
  const problems: Problem[] = [];
  const planned: PlannedAudit[] = [];
  for (const [name, entry] of Object.entries(servers)) {
    const target = toTarget(entry, `servers.${name}`, { folder: dirname(resolve(file)), env });
    if (!target.ok) problems.push(...target.error);
    else {
      const checks = {
        profile: entry.profile ?? profile,
        failOn: entry.failOn ?? failOn,
        timeout: entry.timeout ?? timeout,
      };
      const table = entry.table === undefined ? {} : { tablePath: resolve(dirname(resolve(file)), entry.table) };
      planned.push({
        name,
        target: target.value,
        ...defined(checks),
        ignore: [...ignore, ...(entry.ignore ?? [])].map(toIgnored),
        ...table,
      });
    }
  }
  if (planned.length === 0 && problems.length === 0)
    problems.push({ path: 'servers', message: 'names no server to audit' });
  return problems.length > 0 ? err({ file, problems }) : ok(planned);
}

/** Finds one server by name in a config of the shape MCP clients share (`mcpServers`). */
export async function loadConfiguredServer(
  file: string,
  name: string,
  env: Environment,
): Promise<Result<ServerTarget, ConfigFailure>> {
  const parsed = await parseFile(file, serversFileSchema);
  if (!parsed.ok) return parsed;
  const entry = Object.hasOwn(parsed.value.mcpServers, name) ? parsed.value.mcpServers[name] : undefined;
  if (entry === undefined) {
    const known = Object.keys(parsed.value.mcpServers).join(', ') || 'none';
    return err({
      file,
      problems: [{ path: `mcpServers.${name}`, message: `there is no such server; there are: ${known}` }],
    });
  }
  const target = toTarget(entry, `mcpServers.${name}`, { folder: dirname(resolve(file)), env });
  return target.ok ? target : err({ file, problems: target.error });
}

async function parseFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<Result<z.infer<Schema>, ConfigFailure>> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    return err({ file, problems: [{ path: '', message: error instanceof Error ? error.message : String(error) }] });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  return err({
    file,
    problems: parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  });
}

function toIgnored({ code, tool, reason }: NonNullable<CheckEntry['ignore']>[number]): IgnoredFinding {
  return tool === undefined ? { code, reason } : { code, tool, reason };
}

/** Leaves out what is not there: an explicit undefined would hide a default. */
function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
