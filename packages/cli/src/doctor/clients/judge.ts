import { existsSync } from 'node:fs';
import { basename, delimiter, isAbsolute, resolve } from 'node:path';
import { safeText } from '@toolmark/audit';
import { toShownUrl } from '@toolmark/reach';
import type { Io } from '../../io.ts';
import type { Check } from '../check.ts';
import { type ClientEntry, isSamePlace } from './entry.ts';

/** What an entry is held against. */
export interface Surroundings {
  /** Where the gateway is; `undefined` while none runs. */
  readonly gateway: URL | undefined;
  /** Empty where there is none. */
  readonly token: string;
  readonly dataDir: string;
  readonly platform: string;
  readonly env: Io['env'];
  readonly cwd: string;
}

type Judgement = Omit<Check, 'name'>;

/** Whether an entry leads to this gateway. What it says follows the name of the entry; secrets are compared and never shown. */
export function judgeEntry(entry: ClientEntry, surroundings: Surroundings): Judgement {
  if (entry.isDisabled) return { state: 'warning', message: 'is switched off.' };
  const missing = entry.command === undefined ? undefined : missingProgram(entry, surroundings);
  if (missing !== undefined) {
    return {
      state: 'problem',
      message: `starts ${safeText(missing)}, which is not there.`,
      fix: 'Correct the path, or install it.',
    };
  }
  return entry.url === undefined ? judgeCommand(entry, surroundings) : judgeUrl(entry, entry.url, surroundings);
}

function judgeUrl({ authorization }: ClientEntry, url: URL, { gateway, token }: Surroundings): Judgement {
  const shown = safeText(toShownUrl(url));
  if (gateway === undefined) {
    return { state: 'ok', message: `points to ${shown}; whether that is this gateway shows while it runs.` };
  }
  const endpoint = `${gateway.origin}/mcp`;
  if (!isSamePlace(url, gateway)) {
    return {
      state: 'warning',
      message: `points to ${shown}; this gateway is at ${gateway.origin}.`,
      fix: `Is that meant? Else: ${endpoint}`,
    };
  }
  if (!/^\/mcp(?:\/|$)/.test(url.pathname)) {
    return {
      state: 'problem',
      message: `points to ${shown}, where no MCP endpoint is.`,
      fix: `Change it to ${endpoint}`,
    };
  }
  if (authorization === 'from outside' || token === '') return { state: 'ok', message: 'points to this gateway.' };
  if (authorization === undefined) {
    return {
      state: 'warning',
      message: 'points to this gateway, but sends no token.',
      fix: 'Add the header Authorization: Bearer and the token, unless it runs with --no-auth.',
    };
  }
  if (authorization.replace(/^bearer\s+/i, '').trim() === token)
    return { state: 'ok', message: 'points to this gateway.' };
  return {
    state: 'problem',
    message: 'points to this gateway, but with a token that is not its own.',
    fix: 'Copy the token anew from the token file.',
  };
}

function judgeCommand({ command = '', args, dataDir }: ClientEntry, { cwd, dataDir: ours }: Surroundings): Judgement {
  if (command === '') return { state: 'problem', message: 'says neither what to start nor where to connect.' };
  if (dataDir !== undefined && !/[$%~]/.test(dataDir) && resolve(cwd, dataDir) !== ours) {
    return { state: 'warning', message: `starts toolmark with another data folder, ${safeText(dataDir)}.` };
  }
  if (args.includes('stdio'))
    return { state: 'ok', message: 'starts toolmark stdio, which joins this gateway while it runs.' };
  return { state: 'ok', message: `starts ${safeText(basename(command))}.` };
}

/** The program that is not there, or the script it is given. Only what is certain: a variable is filled in by the client. */
function missingProgram({ command = '', args }: ClientEntry, surroundings: Surroundings): string | undefined {
  const isKnown = (path: string): boolean => !/[$%~]/.test(path);
  if (isKnown(command) && !isProgram(command, surroundings)) return basename(command);
  const script = args.find((text) => isAbsolute(text) && /\.[cm]?[jt]s$/.test(text));
  return script !== undefined && isKnown(script) && !existsSync(script) ? script : undefined;
}

function isProgram(command: string, { env, cwd, platform }: Surroundings): boolean {
  const isPath = /[/\\]/.test(command);
  const folders = isPath ? [''] : (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  const endings = platform === 'win32' ? ['', ...(env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';')] : [''];
  return folders.some((folder) => endings.some((ending) => existsSync(resolve(cwd, folder, `${command}${ending}`))));
}
