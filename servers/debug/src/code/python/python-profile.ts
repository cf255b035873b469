import { basename } from 'node:path';
import { ok } from '../../result.ts';
import { toUri } from '../lsp/documents.ts';
import type { LspProfile } from '../lsp/profile.ts';
import type { LspDiagnostic } from '../lsp/protocol.ts';
import { findPyright } from './find-pyright.ts';
import { packageOf } from './package-of.ts';
import { candidates, symbolAt } from './symbols.ts';
import { writeAt } from './writes.ts';

/** The timeout for the server's message that it has found the sources; after it we continue anyway. */
const LISTING_MS = 15_000;

/** Python, read by pyright. */
export const pythonProfile: LspProfile = {
  kind: 'python',
  isSource: (name) => /\.pyi?$/.test(name),
  languageId: () => 'python',
  // Analyse all files, not only open ones.
  settings: { python: { analysis: { diagnosticMode: 'workspace', autoSearchPaths: true } } },
  start: async ({ root }) => {
    const found = await findPyright({ root, env: process.env, from: import.meta.url });
    if (!found.ok) return found;
    const [command = '', ...args] = found.value;
    return ok({ name: 'pyright', command, args, cwd: root, dispose: async () => undefined });
  },
  prepare: async ({ events }, deadline) => {
    const isListed = ({ method, params }: { readonly method: string; readonly params: unknown }) =>
      method === 'window/logMessage' && /^(Found \d+|No) source files?/.test(logText(params)) ? true : undefined;
    const listed = await events.find(isListed, AbortSignal.any([deadline, AbortSignal.timeout(LISTING_MS)]));
    return listed.ok || (listed.error.code === 'TIMEOUT' && !deadline.aborted) ? ok(undefined) : listed;
  },
  changed: async () => undefined,
  project: ({ wanted, documents, events }) => {
    const version = events.known(({ params }) => /^Assuming Python version (\d+\.\d+)/.exec(logText(params))?.[1]);
    return {
      name: basename(wanted.root),
      path: wanted.config ?? wanted.root,
      documentsCount: documents.files().length,
      targetFramework: version === undefined ? null : `Python ${version}`,
    };
  },
  symbolAt,
  candidates,
  diagnosedFiles: ({ documents }) => documents.files(),
  diagnosticsOf: async ({ client }, file, deadline) => {
    const params = { textDocument: { uri: toUri(file) } };
    const method = 'textDocument/diagnostic';
    const found = await client.request<{ readonly items?: readonly LspDiagnostic[] }>(method, params, deadline);
    // Files that the project excludes have no diagnostics.
    return found.ok ? ok(found.value?.items ?? []) : found;
  },
  writeAt,
  packageOf,
};

const logText = (params: unknown): string => {
  const { message } = (params ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : '';
};
