import { existsSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { type NamedToken, TOKEN_FILES } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { toShownUrl } from '@toolmark/reach';
import { shellWord } from '../../text/shell-word.ts';
import type { Check } from '../check.ts';
import { isProgram, type ProgramPlace } from '../program.ts';
import { type ClientEntry, isSamePlace } from './entry.ts';

/** What an entry is held against. */
export interface Surroundings extends ProgramPlace {
  /** Where the gateway is; `undefined` while none runs. */
  readonly gateway: URL | undefined;
  /** Whether it asks for no token. */
  readonly isOpen: boolean;
  /** Empty where there is none. */
  readonly token: string;
  readonly dataDir: string;
  /** The tokens that have names, as far as the gateway tells. */
  readonly named: readonly NamedToken[];
  /** `undefined` where nobody can say which there are. */
  readonly profiles: readonly string[] | undefined;
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

function judgeUrl({ authorization }: ClientEntry, url: URL, surroundings: Surroundings): Judgement {
  const { gateway } = surroundings;
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
  const [, profile] = /^\/mcp\/p\/([^/]+)/.exec(url.pathname) ?? [];
  return missingProfile(profile, surroundings) ?? judgeToken(authorization, surroundings);
}

/** The endpoint of a profile that is not in the config is none. */
function missingProfile(name: string | undefined, { profiles }: Surroundings): Judgement | undefined {
  if (name === undefined || profiles === undefined || profiles.includes(name)) return undefined;
  const there = profiles.length === 0 ? 'The config has none.' : `There is: ${profiles.join(', ')}.`;
  return {
    state: 'problem',
    message: `is for the profile ${safeText(name)}, which is not there. ${there}`,
    fix: 'Add it under profiles in the config, or connect the client anew: toolmark connect',
  };
}

function judgeToken(authorization: ClientEntry['authorization'], surroundings: Surroundings): Judgement {
  const { token, isOpen, dataDir } = surroundings;
  const ok: Judgement = { state: 'ok', message: 'points to this gateway.' };
  // Without a token here there is nothing to hold it against.
  if (isOpen || authorization === 'from outside' || token === '') return ok;
  const file = shellWord(join(dataDir, TOKEN_FILES.stdio));
  const header = `Authorization: Bearer, a space, and what is in ${file}`;
  if (authorization === undefined) {
    const message = 'points to this gateway, but sends no token, and the gateway wants one.';
    return { state: 'problem', message, fix: `Add a header: ${header}` };
  }
  const sent = authorization.replace(/^bearer(?:\s+|$)/i, '').trim();
  if (sent === token) return ok;
  const named = toNamed(sent, surroundings.named);
  if (named !== undefined) return judgeNamed(named);
  const what = sent === '' ? 'an empty token' : 'a token that is not its own';
  return {
    state: 'problem',
    message: `points to this gateway, but with ${what}.`,
    fix: `Change the header to: ${header}`,
  };
}

/** Only the first characters of a token with a name are known. */
const toNamed = (sent: string, tokens: readonly NamedToken[]): NamedToken | undefined =>
  tokens.find(({ hint }) => hint !== '' && sent.startsWith(hint.replace(/[….]+$/, '')));

function judgeNamed({ name, status }: NamedToken): Judgement {
  const token = `the token '${safeText(name)}'`;
  if (status === 'active') return { state: 'ok', message: `points to this gateway, with ${token}.` };
  return {
    state: 'problem',
    message: `points to this gateway, but with ${token}, which is ${status}.`,
    fix: 'Give it another one: toolmark tokens',
  };
}

function judgeCommand({ command = '', args, dataDir }: ClientEntry, surroundings: Surroundings): Judgement {
  const { cwd, dataDir: ours } = surroundings;
  if (command === '') return { state: 'problem', message: 'says neither what to start nor where to connect.' };
  if (dataDir !== undefined && !/[$%~]/.test(dataDir) && resolve(cwd, dataDir) !== ours) {
    return { state: 'warning', message: `starts toolmark with another data folder, ${safeText(dataDir)}.` };
  }
  const at = args.indexOf('--profile');
  const missing = missingProfile(at === -1 ? undefined : args[at + 1], surroundings);
  if (missing !== undefined) return missing;
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
