import type { ImportableServer, ImportChoice, ImportReport, ImportSource } from '@toolmark/api-contract';
import { shellWord } from '../text/shell-word.ts';

/** A server that can be imported, with its number in the printed list. */
export interface Candidate {
  readonly number: number;
  readonly source: ImportSource;
  readonly server: ImportableServer;
}

/** The requested servers. */
export interface Wish {
  readonly isAll: boolean;
  readonly names: readonly string[];
  /** New names by old ones. */
  readonly renames: ReadonlyMap<string, string>;
}

/** The servers to import, and those that are refused with a solution. */
export interface Selection {
  readonly take: readonly ImportChoice[];
  readonly left: readonly { readonly name: string; readonly reason: string }[];
  /** Warnings about servers that are imported because they were named. */
  readonly warned: readonly { readonly name: string; readonly reason: string }[];
}

/** The numbered servers of a report, optionally of one client, file or project. */
export function candidatesOf({ sources }: ImportReport, from: string | undefined): readonly Candidate[] {
  // A file may have global and project servers; its name alone selects the global ones.
  const isMeant = ({ client, file, project }: ImportSource): boolean =>
    from === undefined || client === from || (project ?? file) === from;
  return sources
    .filter(isMeant)
    .flatMap((source) => source.servers.map((server) => ({ source, server })))
    .map((each, index) => ({ number: index + 1, ...each }));
}

/** Decides about each requested server. Never imports one twice or replaces another. */
export function select(candidates: readonly Candidate[], { isAll, names, renames }: Wish): Selection {
  const take: ImportChoice[] = [];
  const left: { name: string; reason: string }[] = [];
  const warned: { name: string; reason: string }[] = [];
  const unknown = names.filter((name) => !candidates.some(({ server }) => server.name === name));
  left.push(...unknown.map((name) => ({ name, reason: `No client has a server '${name}'.` })));
  const taken = new Set<string>();
  const unclear = isAll ? [] : names.filter((name) => alternatives(candidates, name).length > 1);
  left.push(...unclear.map((name) => ({ name, reason: askWhere(alternatives(candidates, name)) })));
  for (const candidate of candidates) {
    const { source, server } = candidate;
    const { name } = server;
    if (unclear.includes(name) || (!isAll && !names.includes(name))) continue;
    const as = renames.get(name) ?? name;
    const isNamed = names.includes(name);
    const reason =
      refusalReason(candidate, candidates, as !== name, taken) ?? (isNamed ? undefined : warningOf(candidate));
    if (reason !== undefined) {
      left.push({ name, reason });
      continue;
    }
    taken.add(as);
    take.push(toChoice(source, name, as));
    warned.push(...server.warnings.map((warning) => ({ name: as, reason: warning })));
  }
  return { take, left, warned };
}

/** The servers chosen by number: one whose name is in use gets another name. */
export function pick(picked: readonly Candidate[], candidates: readonly Candidate[]): Selection {
  const take: ImportChoice[] = [];
  const left: { name: string; reason: string }[] = [];
  const warned: { name: string; reason: string }[] = [];
  const taken = new Set<string>();
  for (const candidate of picked) {
    const { source, server } = candidate;
    const as = server.conflict === 'taken' || taken.has(server.name) ? freeNameFor(server, source, taken) : server.name;
    const reason = refusalReason(candidate, candidates, as !== server.name, new Set());
    if (reason !== undefined) left.push({ name: server.name, reason });
    else {
      taken.add(as);
      take.push(toChoice(source, server.name, as));
      warned.push(...server.warnings.map((warning) => ({ name: as, reason: warning })));
    }
  }
  return { take, left, warned };
}

/** Different servers with the same name that can be imported. */
const alternatives = (candidates: readonly Candidate[], name: string): readonly Candidate[] =>
  candidates.filter(({ server }) => {
    const isNew = server.conflict === 'none' || server.conflict === 'taken';
    return server.name === name && server.problem === null && isNew && server.duplicate_of === null;
  });

const askWhere = (several: readonly Candidate[]): string =>
  `Several servers have this name. Choose one: ${several.map(({ source }) => `--from ${whereOf(source)}`).join(', or ')}`;

const whereOf = ({ project, file }: ImportSource): string => shellWord(project ?? file);

function freeNameFor(
  { name, suggested_name: suggested }: ImportableServer,
  { client }: ImportSource,
  taken: Set<string>,
): string {
  return taken.has(suggested) || suggested === name ? `${name}-${client}` : suggested;
}

function refusalReason(
  { source, server }: Candidate,
  candidates: readonly Candidate[],
  isRenamed: boolean,
  taken: ReadonlySet<string>,
): string | undefined {
  const { name, problem, conflict, same_as: same, duplicate_of: twin, suggested_name: suggested } = server;
  if (problem !== null) return problem;
  if (conflict === 'self') return 'This is Toolmark itself.';
  if (conflict === 'same') return same === name ? 'It already exists here.' : `It already exists here, as '${same}'.`;
  // A duplicate counts only if its client is included.
  const isTwin =
    twin !== null && candidates.some(({ source: other, server: one }) => twin === `${one.name} of ${other.name}`);
  if (isTwin && !isRenamed) return `It is the same as ${twin}.`;
  const other = suggested === name ? `${name}-${source.client}` : suggested;
  const wayOut = `toolmark import ${shellWord(name)} --from ${whereOf(source)} --rename ${shellWord(`${name}=${other}`)}`;
  if (conflict === 'taken' && !isRenamed) return `Another server has this name. Choose another: ${wayOut}`;
  if (taken.has(name) && !isRenamed)
    return `Another server with this name comes before it. Import it separately: ${wayOut}`;
  return undefined;
}

/** A server with warnings is imported only by its name or number, not with --all. */
function warningOf({ source, server: { name, warnings } }: Candidate): string | undefined {
  if (warnings.length === 0) return undefined;
  return `${warnings.join(' ')} Import it by its name: toolmark import ${shellWord(name)} --from ${whereOf(source)}`;
}

const toChoice = ({ file, project }: ImportSource, name: string, as: string): ImportChoice => ({
  ...{ file, name },
  ...(project !== null && { project }),
  ...(as !== name && { as }),
});
