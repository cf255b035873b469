import type { ImportableServer, ImportChoice, ImportReport, ImportSource } from '@toolmark/api-contract';

/** What somebody wants of one server that another client has. */
export interface Choice {
  /** From where it is. */
  readonly source: ImportSource;
  readonly server: ImportableServer;
  isTaken: boolean;
  /** The name it will have here. */
  as: string;
}

/** Whether a server can be taken at all. */
export const canTake = ({ conflict, problem }: ImportableServer): boolean =>
  problem === null && (conflict === 'none' || conflict === 'taken');

/**
 * What is offered at first: every server that is not here yet, each once, under a name that is free. Those whose name is taken
 * by another one, and those with a warning, are left for the person to decide about.
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

/** Why a choice cannot be made as it is; nothing for what is not chosen. */
export function choiceProblem(
  choice: Choice,
  choices: readonly Choice[],
  taken: readonly string[],
): string | undefined {
  if (!choice.isTaken) return undefined;
  const name = choice.as.trim();
  if (name === '') return 'Give it a name.';
  if (/[/\\\p{Cc}]/u.test(name) || name === '__proto__')
    return 'A name has no slash, no backslash and no control character.';
  if (taken.includes(name)) return 'A server here has this name. Give it another one.';
  const first = choices.find((one) => one.isTaken && one.as.trim() === name);
  return first === choice ? undefined : 'Another one that you chose has this name.';
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

/** Tells sources apart: one file may have servers for several projects. */
export const sourceKey = ({ client, file, project }: ImportSource): string => JSON.stringify([client, file, project]);

/** Why a server is not offered to be taken, in a few words. */
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
  /** Files that are there and have no servers in them. */
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
