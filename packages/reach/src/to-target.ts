import { resolve } from 'node:path';
import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import type { ConnectionEntry } from './connection-entry.ts';
import { describeMissing, expandVariables, type Values } from './expand.ts';
import type { ServerTarget } from './target.ts';

export interface TargetContext extends Values {
  /** The folder of the config; relative paths in it start here. */
  readonly folder: string;
  /** The working directory for entries without one; the folder of the config by default. */
  readonly defaultCwd?: string;
  /** Replaces the command `toolmark` by the running program, which need not be on the PATH. */
  readonly self?: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
}

/** Converts a server's config entry to a target, or reports all its problems at once. */
export function toTarget(
  entry: ConnectionEntry,
  path: string,
  { folder, env, secrets, self, defaultCwd = folder }: TargetContext,
): Result<ServerTarget, readonly Problem[]> {
  const problems: Problem[] = [];
  const expand = (text: string, at: string): string => {
    const expanded = expandVariables(text, { env, secrets });
    if (expanded.ok) return expanded.value;
    problems.push({ path: `${path}.${at}`, message: describeMissing(expanded.missing) });
    return '';
  };
  const expandAll = (values: Readonly<Record<string, string>> | undefined, at: string) =>
    values && Object.fromEntries(Object.entries(values).map(([key, value]) => [key, expand(value, `${at}.${key}`)]));

  if ((entry.command === undefined) === (entry.url === undefined)) {
    return err([
      {
        path,
        message: entry.url === undefined ? 'needs a command or a url' : 'has both a command and a url; keep one',
      },
    ]);
  }
  const own = entry.command === 'toolmark' ? self : undefined;
  const target: ServerTarget =
    entry.command === undefined
      ? {
          kind: 'url',
          url: expand(entry.url ?? '', 'url'),
          ...given('headers', expandAll(entry.headers, 'headers')),
          transport: toTransport(entry.type),
        }
      : {
          kind: 'command',
          command: own?.command ?? expand(entry.command, 'command'),
          args: [
            ...(own?.args ?? []),
            ...(entry.args ?? []).map((argument, index) => expand(argument, `args[${index}]`)),
          ],
          ...given('env', own?.env || entry.env ? { ...own?.env, ...expandAll(entry.env, 'env') } : undefined),
          cwd: entry.cwd === undefined ? defaultCwd : resolve(folder, entry.cwd),
        };
  if (problems.length === 0 && target.kind === 'url' && !isHttpUrl(target.url))
    problems.push({ path: `${path}.url`, message: 'must be an http:// or https:// address' });
  return problems.length > 0 ? err(problems) : ok(target);
}

function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Clients write streamable HTTP as "http", "streamable-http" or "streamableHttp". */
function toTransport(type: string | undefined): 'auto' | 'http' | 'sse' {
  if (type === 'sse') return 'sse';
  return type !== undefined && /^(streamable.?)?http$/i.test(type) ? 'http' : 'auto';
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value });
}
