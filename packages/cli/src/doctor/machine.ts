import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, toMessage } from '@toolmark/annotations';
import { TOKEN_FILES } from '@toolmark/api-contract';
import { shellWord } from '../text/shell-word.ts';
import type { Check } from './check.ts';
import type { Commands } from './commands.ts';
import type { DoctorDeps } from './deps.ts';

/** The same as `engines` in package.json. */
const MIN_NODE = [22, 18] as const;

export function checkNode({ nodeVersion }: Pick<DoctorDeps, 'nodeVersion'>): Check {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const isEnough = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  if (isEnough) return { name: 'Node', state: 'ok', message: nodeVersion };
  return {
    name: 'Node',
    state: 'problem',
    message: `${nodeVersion} is too old; Toolmark needs ${MIN_NODE.join('.')} or newer.`,
    fix: 'Install a newer one from https://nodejs.org',
  };
}

/** Whether the folder is writable, and only by its owner. */
export async function checkDataDir(
  dataDir: string,
  deps: Pick<DoctorDeps, 'platform'>,
  { serve }: Pick<Commands, 'serve'>,
): Promise<Check> {
  const name = 'data folder';
  const found = await readMode(dataDir);
  if (found === 'missing') {
    return { name, state: 'warning', message: `${dataDir} does not exist yet.`, fix: `${serve} creates it.` };
  }
  if (typeof found === 'string') return { name, state: 'problem', message: found };
  if (!found.isDirectory()) {
    return { name, state: 'problem', message: `${dataDir} is not a folder.`, fix: 'Set another one with --data.' };
  }
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return {
      name,
      state: 'problem',
      message: `${dataDir} cannot be written.`,
      fix: `chmod u+rwx ${shellWord(dataDir)}`,
    };
  }
  const mode = othersMode(found.mode, deps);
  if (mode === undefined) return { name, state: 'ok', message: dataDir };
  const message = `${dataDir} is accessible to others on this machine (mode ${mode}).`;
  return { name, state: 'warning', message, fix: `chmod 700 ${shellWord(dataDir)}` };
}

export interface TokenOptions extends Pick<DoctorDeps, 'platform'>, Pick<Commands, 'serve'> {
  /** Whether the running gateway needs no token. */
  readonly isOpen: boolean;
}

/** Whether there is an owner's token that nobody else can read. */
export async function checkToken(dataDir: string, { isOpen, serve, ...deps }: TokenOptions): Promise<Check> {
  const name = 'token';
  const file = join(dataDir, TOKEN_FILES.owner);
  const found = await readMode(file);
  const open = 'The running gateway needs none (--no-auth).';
  if (found === 'missing') {
    if (isOpen) return { name, state: 'ok', message: open };
    return { name, state: 'warning', message: 'There is none yet.', fix: `${serve} creates one.` };
  }
  if (typeof found === 'string') return { name, state: 'problem', message: found };
  const mode = othersMode(found.mode, deps);
  if (mode !== undefined) {
    const message = `${file} can be used by others on this machine (mode ${mode}).`;
    const fix = `chmod 600 ${shellWord(file)} — if someone may have read it, delete it and restart the gateway, which creates a new one.`;
    return { name, state: 'problem', message, fix };
  }
  try {
    const isEmpty = (await readFile(file, 'utf8')).trim() === '';
    if (!isEmpty) return { name, state: 'ok', message: isOpen ? `${file}. ${open}` : file };
    const fix = `Delete it and restart the gateway, which creates a new one: ${serve}`;
    return { name, state: 'problem', message: `${file} is empty.`, fix };
  } catch (error) {
    return { name, state: 'problem', message: `${file} cannot be read: ${toMessage(error)}` };
  }
}

/** Clients that share the token of an earlier version cannot be told apart or revoked one by one. */
export async function checkSharedToken(dataDir: string): Promise<readonly Check[]> {
  const file = join(dataDir, TOKEN_FILES.shared);
  if ((await readMode(file)) === 'missing') return [];
  const message = `${file} is the token of an earlier version, which clients still share. It works only at /mcp.`;
  return [{ name: 'shared token', state: 'warning', message, fix: 'toolmark connect --replace-token' }];
}

type Found = Awaited<ReturnType<typeof stat>> | 'missing' | string;

async function readMode(path: string): Promise<Exclude<Found, bigint>> {
  try {
    return await stat(path);
  } catch (error) {
    const isMissing = hasCode(error, 'ENOENT');
    return isMissing ? 'missing' : `${path} cannot be checked: ${toMessage(error)}`;
  }
}

/** The file mode if it gives access to others; Windows has none. */
function othersMode(mode: number | bigint, { platform }: Pick<DoctorDeps, 'platform'>): string | undefined {
  const bits = Number(mode) & 0o777;
  return platform !== 'win32' && (bits & 0o077) !== 0 ? bits.toString(8) : undefined;
}
