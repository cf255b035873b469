import { isJsonObject } from '@toolmark/annotations';
import { readSource, serversAt } from './read-source.ts';
import { type Machine, projectSources, type SourceFile, sourcesFor } from './sources.ts';
import { type Translated, toEntry } from './to-entry.ts';

/** A client's config file and the servers in it. */
export interface FoundSource {
  readonly source: SourceFile;
  readonly state: 'found' | 'missing' | 'unreadable';
  readonly problem: string | null;
  readonly servers: readonly FoundServer[];
}

export interface FoundServer {
  readonly name: string;
  /** The translated entry, or a sentence with the reason why it cannot be imported. */
  readonly translated: Translated | string;
}

/** Finds all servers that clients on a machine are configured with. Only reads. */
export async function findServers(machine: Machine): Promise<readonly FoundSource[]> {
  const sources = sourcesFor(machine);
  const found = await Promise.all(sources.map((source) => readWithProjects(source, machine)));
  return found.flat().filter(({ source, servers, state }) => {
    const isEmpty = state === 'missing' || (state === 'found' && servers.length === 0);
    return !(source.isOptional && isEmpty);
  });
}

/** Reads a file and the project files it refers to. */
async function readWithProjects(source: SourceFile, machine: Machine): Promise<readonly FoundSource[]> {
  const read = await readSource(source);
  if (!read.ok) return [{ source, state: 'unreadable', problem: read.error, servers: [] }];
  if (read.value === undefined) return [{ source, state: 'missing', problem: null, servers: [] }];
  const own = toFound(source, read.value, machine);
  const projects = source.client === 'claude-code' && source.project === null ? projectsIn(read.value) : [];
  const [inside, beside] = partitionByFile(projectSources(source, projects, machine.platform), source.file);
  const others = await Promise.all(beside.map((each) => readWithProjects(each, machine)));
  return [own, ...inside.map((each) => toFound(each, read.value, machine)), ...others.flat()];
}

function toFound(source: SourceFile, config: unknown, machine: Machine): FoundSource {
  const servers = serversAt(config, source.place).map(([name, raw]) => {
    const translated = toEntry(raw, source, machine);
    return { name, translated: translated.ok ? translated.value : translated.error };
  });
  return { source, state: 'found', problem: null, servers };
}

const projectsIn = (config: unknown): readonly string[] =>
  isJsonObject(config) && isJsonObject(config['projects']) ? Object.keys(config['projects']) : [];

/** Splits into sources in the same file, which is already read, and others. */
function partitionByFile(
  sources: readonly SourceFile[],
  file: string,
): readonly [readonly SourceFile[], readonly SourceFile[]] {
  return [sources.filter((each) => each.file === file), sources.filter((each) => each.file !== file)];
}
