import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { ok, type Result } from '@toolmark/annotations';
import { type ConfigSource, createConfigParser, writeFirstConfig } from '@toolmark/config';
import type { AddedEntries } from '../edit/add-entries.ts';
import { createConfigEditor } from '../edit/config-editor.ts';
import { type EditProblem, type NamedEntry, refuse } from '../edit/current-config.ts';
import { createImporter, type Importer } from './importer.ts';
import type { Machine } from './sources.ts';

export interface OpenImporterOptions extends Omit<ConfigSource, 'transparent'> {
  readonly machine: Machine;
  /** The current or future address of the gateway, to avoid importing it into itself. */
  readonly mcpUrl: string;
}

/**
 * Imports servers into a config without a gateway. A running gateway applies the change through its watcher. A missing
 * config is created when the first server is imported.
 *
 * @example
 * const importer = openImporter({ configFile, env, self, machine, mcpUrl: 'http://127.0.0.1:7420/mcp' });
 * await importer.report();
 */
export function openImporter(options: OpenImporterOptions): Importer {
  const { configFile, machine, mcpUrl } = options;
  const verdict = { problem: undefined, needsRestart: [] };
  const editor = createConfigEditor({
    file: configFile,
    key: randomUUID(),
    parse: createConfigParser(options),
    watched: () => Promise.resolve({ check: () => Promise.resolve(verdict), judge: () => verdict }),
  });
  const addAll = async (
    entries: readonly NamedEntry[],
    isDryRun = false,
  ): Promise<Result<AddedEntries, EditProblem>> => {
    if (existsSync(configFile)) return await editor.addAll(entries, isDryRun);
    if (isDryRun) return ok({ added: entries.map(({ name }) => name), refused: [] });
    const made = await writeFirstConfig(configFile, {});
    return made.ok ? await editor.addAll(entries) : refuse('unwritable', made.error);
  };
  return createImporter({
    machine,
    mcpUrl,
    editor: { addAll, servers: () => (existsSync(configFile) ? editor.servers() : Promise.resolve(ok([]))) },
  });
}
