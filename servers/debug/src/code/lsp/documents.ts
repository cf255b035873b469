import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { LIMITS } from '../limits.ts';
import type { ListedFile } from '../workspace/list-files.ts';
import type { LspClient } from './client.ts';

interface OpenDocument {
  readonly uri: string;
  readonly text: string;
  readonly version: number;
}

/** The server's view of the files. We report every change, because the server does not watch files itself. */
export interface Documents {
  /** Compares the files with the last state, and returns whether they changed. Sends changes to the server at once. */
  readonly update: (files: readonly ListedFile[]) => Promise<'same' | 'changed'>;
  /** Opens a file in the server with its current content. */
  readonly open: (file: string) => Promise<Found<OpenDocument>>;
  readonly files: () => readonly string[];
}

export function createDocuments(client: LspClient, languageId: (file: string) => string): Documents {
  /** In order of use, the most recent last. */
  const openByFile = new Map<string, OpenDocument & { readonly generation: number }>();
  let stamps: ReadonlyMap<string, string> | undefined;
  let generation = 0;

  const open = async (file: string): Promise<Found<OpenDocument>> => {
    const known = openByFile.get(file);
    if (known?.generation === generation) return ok(known);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return err({ code: 'INVALID_PARAMETER', message: `${file} cannot be read.` });
    const document = { uri: toUri(file), text, version: (known?.version ?? 0) + 1, generation };
    const { uri, version } = document;
    if (known === undefined) {
      client.notify('textDocument/didOpen', { textDocument: { uri, languageId: languageId(file), version, text } });
    } else {
      // clangd only reports on an unchanged file if it is told to rebuild it; other servers ignore this field.
      const change = { textDocument: { uri, version }, contentChanges: [{ text }], forceRebuild: true };
      client.notify('textDocument/didChange', change);
    }
    openByFile.delete(file);
    openByFile.set(file, document);
    closeOldest();
    return ok(document);
  };
  const closeOldest = (): void => {
    const [oldest] = openByFile.keys();
    if (openByFile.size > LIMITS.openDocuments && oldest !== undefined) close(oldest);
  };
  const close = (file: string): void => {
    if (!openByFile.delete(file)) return;
    client.notify('textDocument/didClose', { textDocument: { uri: toUri(file) } });
  };

  return {
    open,
    files: () => [...(stamps?.keys() ?? [])],
    update: async (files) => {
      const before = stamps;
      stamps = new Map(files.map(({ file, stamp }) => [file, stamp]));
      // At the start the server reads the files itself.
      if (before === undefined) return 'same';
      const changes = changesBetween(before, stamps);
      if (changes.length === 0) return 'same';
      generation += 1;
      for (const { file, type } of changes) if (type === DELETED) close(file);
      const told = changes.map(({ file, type }) => ({ uri: toUri(file), type }));
      client.notify('workspace/didChangeWatchedFiles', { changes: told });
      const touched = new Set([
        ...openByFile.keys(),
        ...changes.filter(({ type }) => type !== DELETED).map(({ file }) => file),
      ]);
      for (const file of touched) await open(file);
      return 'changed';
    },
  };
}

export const toUri = (file: string): string => pathToFileURL(file).href;

const CREATED = 1;
const CHANGED = 2;
const DELETED = 3;

function changesBetween(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>) {
  const gone = [...before.keys()].filter((file) => !now.has(file)).map((file) => ({ file, type: DELETED }));
  const other = [...now]
    .filter(([file, stamp]) => before.get(file) !== stamp)
    .map(([file]) => ({ file, type: before.has(file) ? CHANGED : CREATED }));
  return [...gone, ...other];
}
