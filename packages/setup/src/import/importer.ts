import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, ok, type Result } from '@toolmark/annotations';
import type { ImportAnswer, ImportableServer, ImportReport, ImportRequest } from '@toolmark/api-contract';
import { isServerName } from '@toolmark/config';
import type { ConfigEditor } from '../edit/config-editor.ts';
import type { EditProblem, NamedEntry } from '../edit/current-config.ts';
import type { RawEntry } from '../edit/edit-config.ts';
import { type FoundServer, type FoundSource, findServers } from './find-servers.ts';
import { isSelf } from './is-self.ts';
import type { Machine } from './sources.ts';
import { detectTransport, summarize } from './summary.ts';

/** Imports servers from other clients on this machine. */
export interface Importer {
  readonly report: () => Promise<Result<ImportReport, EditProblem>>;
  /** @param isDryRun returns the result without importing anything */
  readonly take: (request: ImportRequest, isDryRun?: boolean) => Promise<Result<ImportAnswer, EditProblem>>;
}

export interface ImporterOptions {
  readonly machine: Machine;
  readonly editor: Pick<ConfigEditor, 'servers' | 'addAll'>;
  /** The address of this gateway, to avoid importing it into itself. */
  readonly mcpUrl: string;
}

/**
 * @example
 * const importer = createImporter({ machine, editor, mcpUrl });
 * await importer.take({ take: [{ file: '/home/ann/.cursor/mcp.json', name: 'notes' }] });
 */
export function createImporter({ machine, editor, mcpUrl }: ImporterOptions): Importer {
  return {
    report: async () => {
      const configured = await editor.servers();
      if (!configured.ok) return configured;
      const found = await findServers(machine);
      const seen: SeenServer[] = [];
      const view = (source: FoundSource) => (server: FoundServer) => {
        const importable = toImportable(server, source.source.client, configured.value, mcpUrl);
        if (typeof server.translated === 'string') return importable;
        const { entry } = server.translated;
        const before = seen.find((other) => isSameServer(other.entry, entry));
        seen.push({ entry, label: `${server.name} of ${source.source.name}` });
        return { ...importable, duplicate_of: before?.label ?? null };
      };
      return ok({
        sources: found.map((each) => ({
          client: each.source.client,
          name: each.source.name,
          file: each.source.file,
          project: each.source.project,
          state: each.state,
          problem: each.problem,
          servers: each.servers.map(view(each)),
        })),
      });
    },
    take: async ({ take }, isDryRun = false) => {
      const found = await findServers(machine);
      const refused: { readonly name: string; readonly reason: string }[] = [];
      const entries: NamedEntry[] = [];
      for (const { file, project = null, name, as = name } of take) {
        const source = found.find((each) => each.source.file === file && each.source.project === project);
        const server = source?.servers.find((each) => each.name === name);
        const reason = importProblem(server, file, name, mcpUrl);
        if (reason !== undefined) refused.push({ name, reason });
        else if (typeof server?.translated === 'object') entries.push({ name: as, entry: server.translated.entry });
      }
      const added = entries.length === 0 ? ok({ added: [], refused: [] }) : await editor.addAll(entries, isDryRun);
      return added.ok ? ok({ added: added.value.added, refused: [...refused, ...added.value.refused] }) : added;
    },
  };
}

interface SeenServer {
  readonly entry: RawEntry;
  /** For people. */
  readonly label: string;
}

function importProblem(
  server: FoundServer | undefined,
  file: string,
  name: string,
  mcpUrl: string,
): string | undefined {
  if (server === undefined) return `There is no server '${name}' in ${file}, or it is not a client's config.`;
  if (typeof server.translated === 'string') return server.translated;
  return isSelf(server.translated.entry, mcpUrl) ? 'It is Toolmark itself.' : undefined;
}

function toImportable(
  { name, translated }: FoundServer,
  client: string,
  configured: readonly NamedEntry[],
  mcpUrl: string,
): ImportableServer {
  const entry: RawEntry = typeof translated === 'string' ? {} : translated.entry;
  return {
    name,
    summary: summarize(entry),
    transport: detectTransport(entry),
    secrets: [...objectKeys(entry['env']), ...objectKeys(entry['headers'])],
    conflict: conflictFor(name, entry, configured, mcpUrl),
    same_as: configured.find((other) => isSameServer(other.entry, entry))?.name ?? null,
    duplicate_of: null,
    suggested_name: freeName(name, client, configured),
    problem: typeof translated === 'string' ? translated : null,
    notes: typeof translated === 'string' ? [] : translated.notes,
    warnings: typeof translated === 'string' ? [] : translated.warnings,
  };
}

function conflictFor(
  name: string,
  entry: RawEntry,
  configured: readonly NamedEntry[],
  mcpUrl: string,
): ImportableServer['conflict'] {
  if (isSelf(entry, mcpUrl)) return 'self';
  if (configured.some((other) => isSameServer(other.entry, entry))) return 'same';
  return configured.some((other) => other.name === name) ? 'taken' : 'none';
}

/** Whether two entries have the same connection settings. */
function isSameServer(a: RawEntry, b: RawEntry): boolean {
  const connection = ({ command, args = [], env = {}, url, headers = {} }: RawEntry) => ({
    command,
    args,
    env,
    url,
    headers,
  });
  return isDeepStrictEqual(connection(a), connection(b));
}

/** Prefers the original name, then one with the client's name, then one with a number. */
function freeName(name: string, client: string, configured: readonly NamedEntry[]): string {
  const isFree = (wanted: string): boolean =>
    isServerName(wanted) && !configured.some((other) => other.name === wanted);
  if (isFree(name)) return name;
  const plain = basename(name.replaceAll(/[\\\p{Cc}]/gu, '/')).trim() || 'server';
  const candidates = [
    plain,
    `${plain}-${client}`,
    ...Array.from({ length: 1_000 }, (_, index) => `${plain}-${index + 2}`),
  ];
  return candidates.find(isFree) ?? `${plain}-${Date.now()}`;
}

const objectKeys = (value: unknown): readonly string[] => (isJsonObject(value) ? Object.keys(value) : []);
