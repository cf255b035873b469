import { resolve } from 'node:path';
import { err, ok, type Result } from '@toolmark/annotations';
import type { CommandTarget, PlannedAudit, UrlTarget } from '@toolmark/audit';

/** Connection options of the command line, which override those of the config. */
export interface ConnectionOptions {
  readonly header?: readonly string[];
  readonly env?: readonly string[];
  readonly cwd?: string;
  readonly transport?: 'auto' | 'http' | 'sse';
}

/**
 * Applies the options to the planned targets. An option without effect is refused, because the user expects it to work.
 */
export function withConnectionOptions(
  plans: readonly PlannedAudit[],
  options: ConnectionOptions,
  cwd: string,
): Result<readonly PlannedAudit[], string> {
  const [first] = givenOptions(options);
  const [plan, ...others] = plans;
  if (first === undefined || plan === undefined) return ok(plans);
  // A header may be a secret, so it must not be sent to several servers.
  if (others.length > 0)
    return err(`${first.flag} is for one server, and there are several; pick one with --server NAME.`);
  const { target } = plan;
  const misplaced = givenOptions(options).find(({ kind }) => kind !== target.kind);
  if (misplaced !== undefined) {
    const other = misplaced.kind === 'url' ? 'a command' : 'a URL';
    return err(`${misplaced.flag} ${misplaced.does}, but '${plan.name}' is ${other}.`);
  }
  const changed =
    target.kind === 'url'
      ? withHttpOptions(target, options)
      : target.kind === 'command'
        ? withCommandOptions(target, options, cwd)
        : ok(target);
  return changed.ok ? ok([{ ...plan, target: changed.value }]) : changed;
}

interface GivenOption {
  readonly flag: string;
  /** The kind of target that it applies to. */
  readonly kind: 'url' | 'command';
  readonly does: string;
}

function givenOptions({ header = [], env = [], cwd, transport }: ConnectionOptions): readonly GivenOption[] {
  const options: readonly (GivenOption & { readonly given: boolean })[] = [
    { given: header.length > 0, flag: '--header', kind: 'url', does: 'adds to HTTP requests' },
    { given: transport !== undefined, flag: '--transport', kind: 'url', does: 'says how to talk to a URL' },
    { given: env.length > 0, flag: '--env', kind: 'command', does: 'adds to the environment of a command' },
    { given: cwd !== undefined, flag: '--cwd', kind: 'command', does: 'says where to start a command' },
  ];
  return options.filter(({ given }) => given);
}

function withHttpOptions(target: UrlTarget, { header = [], transport }: ConnectionOptions): Result<UrlTarget, string> {
  const headers = parsePairs(header, ':', 'header', 'Name: value');
  if (!headers.ok) return headers;
  // Header names are case-insensitive: two variants would both be sent.
  const given = new Set(Object.keys(headers.value).map((name) => name.toLowerCase()));
  const kept = Object.entries(target.headers ?? {}).filter(([name]) => !given.has(name.toLowerCase()));
  return ok({
    ...target,
    headers: { ...Object.fromEntries(kept), ...headers.value },
    ...(transport === undefined ? {} : { transport }),
  });
}

function withCommandOptions(
  target: CommandTarget,
  options: ConnectionOptions,
  cwd: string,
): Result<CommandTarget, string> {
  const env = parsePairs(options.env ?? [], '=', 'env', 'NAME=value');
  if (!env.ok) return env;
  return ok({
    ...target,
    env: { ...target.env, ...env.value },
    ...(options.cwd === undefined ? {} : { cwd: resolve(cwd, options.cwd) }),
  });
}

function parsePairs(
  texts: readonly string[],
  separator: string,
  option: string,
  form: string,
): Result<Readonly<Record<string, string>>, string> {
  const pairs: Record<string, string> = {};
  for (const text of texts) {
    const at = text.indexOf(separator);
    // The value may be a secret, so the message contains only the expected form.
    if (at < 1) return err(`--${option} takes '${form}'.`);
    pairs[text.slice(0, at).trim()] = text.slice(at + 1).trim();
  }
  return ok(pairs);
}
