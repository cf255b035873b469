import { basename } from 'node:path';
import { ok } from '../../result.ts';
import { publishedFor } from '../lsp/event-log.ts';
import { isOwnFile } from '../lsp/own-files.ts';
import type { LspProfile } from '../lsp/profile.ts';
import type { Session } from '../lsp/session.ts';
import { CPP } from '../workspace/languages.ts';
import { createDatabase, type Database } from './database.ts';
import { findClangd } from './find-clangd.ts';
import { candidates, symbolAt } from './symbols.ts';
import { writeAt } from './writes.ts';

/** C and C++, read by clangd. */
export function createCppProfile(): LspProfile {
  let database: Database | undefined;
  const commands = () => database?.commands() ?? [];
  const unitsOf = ({ wanted }: Session): readonly string[] => [
    ...new Set(
      commands()
        .map(({ file }) => file)
        .filter((file) => isOwnFile(wanted.root, file)),
    ),
  ];
  return {
    kind: 'cpp',
    isSource: (name) => CPP.sources.test(name),
    languageId: (file) => (file.endsWith('.c') ? 'c' : 'cpp'),
    settings: {},
    start: async (wanted) => {
      const program = await findClangd(process.env);
      if (!program.ok) return program;
      const made = await createDatabase(wanted);
      if (!made.ok) return made;
      database = made.value;
      const { folder, remove } = made.value;
      const args = [`--compile-commands-dir=${folder}`, ...ARGUMENTS];
      return ok({ name: 'clangd', command: program.value, args, cwd: wanted.root, dispose: remove });
    },
    prepare: async (session, deadline) => {
      // clangd starts indexing when the first file is opened.
      const [first] = unitsOf(session);
      if (first === undefined) return ok(undefined);
      const opened = await session.documents.open(first);
      if (!opened.ok) return opened;
      const indexed = await session.events.find(isIndexed, deadline);
      return indexed.ok ? ok(undefined) : indexed;
    },
    changed: async ({ wanted }) => {
      // Ignore errors: a compilation database that is being written is read at the next change.
      await database?.update(wanted);
    },
    project: ({ wanted, documents }) => ({
      name: basename(wanted.root),
      path: wanted.config ?? wanted.root,
      documentsCount: documents.files().length,
      targetFramework: languageStandard(commands()[0]),
    }),
    symbolAt,
    candidates,
    diagnosedFiles: unitsOf,
    diagnosticsOf: async (session, file, deadline) => {
      const opened = await session.documents.open(file);
      if (!opened.ok) return opened;
      return session.events.find(publishedFor(file, opened.value.version), deadline);
    },
    writeAt,
    packageOf: async (file) => {
      const library = /[/\\]include[/\\]c\+\+[/\\](\d+)/.exec(file);
      return library === null ? undefined : { name: 'libstdc++', version: library[1] ?? null };
    },
  };
}

const ARGUMENTS = [
  '--background-index',
  '--background-index-priority=normal',
  '--header-insertion=never',
  '--limit-references=0',
  '--limit-results=0',
  '--log=error',
  '--pch-storage=memory',
  '-j=2',
];

function isIndexed({ method, params }: { readonly method: string; readonly params: unknown }): true | undefined {
  if (method !== '$/progress') return undefined;
  const { token, value } = params as { readonly token: unknown; readonly value: { readonly kind: string } };
  return token === 'backgroundIndexProgress' && value.kind === 'end' ? true : undefined;
}

function languageStandard(
  command: { readonly command?: string; readonly arguments?: readonly string[] } | undefined,
): string | null {
  const words = command?.arguments ?? command?.command?.split(' ') ?? [];
  return words.find((word) => word.startsWith('-std='))?.slice('-std='.length) ?? null;
}
