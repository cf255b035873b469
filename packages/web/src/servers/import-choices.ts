import type { ImportableServer, ImportChoice, ImportReport, ImportSource } from '@toolmark/api-contract';

/** Whether and how to import one server of another client. */
export interface Choice {
  /** Its source. */
  readonly source: ImportSource;
  readonly server: ImportableServer;
  isTaken: boolean;
  /** Its name here. */
  as: string;
}

/** Whether a server can be imported. */
export const canTake = ({ conflict, problem }: ImportableServer): boolean =>
  problem === null && (conflict === 'none' || conflict === 'taken');

/**
 * The initial choices: every new server is selected once under a free name. Servers with a name in use or a warning are
 * left for the user to decide.
 */
export function toChoices({ sources }: ImportReport): Choice[] {
  const names = new Set<string>();
  return sources.flatMap((source) =>
    source.servers.map((server) => {
      const isNew = server.conflict === 'none' && server.duplicate_of === null;
      const isTaken = canTake(server) && isNew && server.warnings.length === 0 && !names.has(server.name);
      if (isTaken) names.add(server.name);
      return { source, server, isTaken, as: server.conflict === 'taken' ? server.suggested_name : server.name };
    }),
  );
}

/** Why a selected server cannot be imported as chosen. */
export function choiceProblem(
  choice: Choice,
  choices: readonly Choice[],
  taken: readonly string[],
): string | undefined {
  if (!choice.isTaken) return undefined;
  const name = choice.as.trim();
  if (name === '') return 'Name required.';
  if (/[/\\\p{Cc}]/u.test(name) || name === '__proto__')
    return 'A name cannot contain slashes, backslashes or control characters.';
  if (taken.includes(name)) return 'A server has this name. Choose another one.';
  const first = choices.find((one) => one.isTaken && one.as.trim() === name);
  return first === choice ? undefined : 'Another selected server has this name.';
}

export function toTake(choices: readonly Choice[]): readonly ImportChoice[] {
  return choices
    .filter(({ isTaken }) => isTaken)
    .map(({ source: { file, project }, server: { name }, as }) => ({
      file,
      ...(project !== null && { project }),
      name,
      ...(as.trim() !== name && { as: as.trim() }),
    }));
}

/** Identifies a source: one file may have servers for several projects. */
export const sourceKey = ({ client, file, project }: ImportSource): string => JSON.stringify([client, file, project]);

/** Why a server cannot be imported, in a few words. */
export function whyNot({ name, conflict, same_as: same, duplicate_of: twin, problem }: ImportableServer): string {
  if (problem !== null) return problem;
  if (conflict === 'self') return 'This is Toolmark itself.';
  if (conflict === 'same') return same === null || same === name ? 'Already here.' : `Already here, as ${same}.`;
  return twin === null ? '' : `The same as ${twin}.`;
}

export interface SortedSources {
  readonly found: readonly ImportSource[];
  readonly unreadable: readonly ImportSource[];
  readonly missing: readonly ImportSource[];
  /** Existing files without servers. */
  readonly empty: readonly ImportSource[];
}

export function sortSources({ sources }: ImportReport): SortedSources {
  const of = (state: ImportSource['state']): readonly ImportSource[] =>
    sources.filter((source) => source.state === state);
  return {
    found: of('found').filter(({ servers }) => servers.length > 0),
    empty: of('found').filter(({ servers }) => servers.length === 0),
    unreadable: of('unreadable'),
    missing: of('missing'),
  };
}
