import { join } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { TOKEN_FILES } from '@toolmark/api-contract';
import { loadOrCreateToken, readToken, type TokenFile } from './token-file.ts';

/** The tokens that are kept as files in the data folder. */
export interface LocalTokens {
  readonly owner: TokenFile;
  readonly stdio: TokenFile;
  /** The token of an earlier version, which had one for everything. */
  readonly shared: TokenFile | undefined;
  readonly warnings: readonly string[];
}

/** Reads the tokens of a data folder, and creates those that are missing, except the shared one of earlier versions. */
export async function loadLocalTokens(dataDir: string): Promise<Result<LocalTokens, string>> {
  const owner = await loadOrCreateToken(dataDir, TOKEN_FILES.owner);
  if (!owner.ok) return owner;
  const stdio = await loadOrCreateToken(dataDir, TOKEN_FILES.stdio);
  if (!stdio.ok) return stdio;
  const shared = await readSharedToken(dataDir);
  const warnings = new Set([...owner.value.warnings, ...stdio.value.warnings]);
  if (!shared.ok) warnings.add(shared.error);
  else if (shared.value !== undefined) warnings.add(sharedTokenWarning(shared.value.file));
  return ok({
    owner: owner.value,
    stdio: stdio.value,
    warnings: [...warnings],
    shared: shared.ok ? shared.value : undefined,
  });
}

async function readSharedToken(dataDir: string): Promise<Result<TokenFile | undefined, string>> {
  const file = join(dataDir, TOKEN_FILES.shared);
  try {
    const read = await readToken(file);
    return read === undefined || read.ok ? ok(read?.value) : err(`${file} is not accepted: ${read.error}`);
  } catch (error) {
    return err(`${file} cannot be read, so its token is not accepted: ${toMessage(error)}`);
  }
}

const sharedTokenWarning = (file: string): string =>
  `Clients still use the shared token of an earlier version (${file}). It works at /mcp only. Give each of them one of its own with: toolmark connect --replace-token`;
