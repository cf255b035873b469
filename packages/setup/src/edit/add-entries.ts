import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import type { ParsedConfig } from '@toolmark/config';
import type { ChangeConfig } from './change-config.ts';
import type { EditProblem, NamedEntry, ReadConfig } from './current-config.ts';
import { setServer } from './edit-config.ts';
import { nameProblem } from './server-entry.ts';

/** The result of adding several servers. */
export interface AddedEntries {
  readonly added: readonly string[];
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

/** Adds servers in one change. Unusable ones are left out, each with the reason. */
export async function addEntries(
  entries: readonly NamedEntry[],
  parse: (json: unknown) => Result<ParsedConfig, readonly Problem[]>,
  change: ChangeConfig,
  isDryRun: boolean,
): Promise<Result<AddedEntries, EditProblem>> {
  const added: string[] = [];
  const refused: { readonly name: string; readonly reason: string }[] = [];
  const changed = await change((current) => {
    const fitting = entries.filter(({ name, entry }, index) => {
      const isTwice = entries.findIndex((other) => other.name === name) !== index;
      const reason = isTwice
        ? `Another server in this import has the name '${name}'.`
        : addProblem(current, { name, entry }, parse);
      if (reason !== undefined) refused.push({ name, reason });
      return reason === undefined;
    });
    added.push(...fitting.map(({ name }) => name));
    return ok({
      text: fitting.reduce((text, { name, entry }) => setServer(text, name, entry), current.masked),
      secrets: current,
    });
  }, isDryRun);
  return changed.ok ? ok({ added, refused }) : err(changed.error);
}

function addProblem(
  current: ReadConfig,
  { name, entry }: NamedEntry,
  parse: (json: unknown) => Result<ParsedConfig, readonly Problem[]>,
): string | undefined {
  const taken = nameProblem(current, name);
  if (taken !== undefined) return taken.message;
  const parsed = parse({ mcpServers: { [name]: entry } });
  if (parsed.ok) return undefined;
  const place = `mcpServers.${name}`;
  const problems = parsed.error.map(({ path, message }) => `${path.replace(place, '').replace(/^\./, '')} ${message}`);
  return `It ${problems.map((problem) => problem.trim()).join('; ')}.`;
}
