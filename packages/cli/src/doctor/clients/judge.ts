import { existsSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import type { NamedToken } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { toShownUrl } from '@toolmark/reach';
import { findNamedToken, toBearer } from '../../connect/token-in-entry.ts';
import type { Check } from '../check.ts';
import { isProgram, type ProgramPlace } from '../program.ts';
import { type ClientEntry, isSamePlace } from './entry.ts';
import type { LocalSecrets } from './local-secrets.ts';

/** The facts to compare an entry with. */
export interface Surroundings extends ProgramPlace {
  /** The gateway's URL; `undefined` if none is running. */
  readonly gateway: URL | undefined;
  /** Whether it needs no token. */
  readonly isOpen: boolean;
  /** The tokens in files of the data folder; empty if there are none. */
  readonly secrets: LocalSecrets;
  readonly dataDir: string;
  /** The named tokens, if the gateway reports them. */
  readonly named: readonly NamedToken[];
  /** `undefined` if unknown. */
  readonly profiles: readonly string[] | undefined;
}

type Judgement = Omit<Check, 'name'>;

/**
 * Whether an entry points to this gateway. The text continues a sentence that starts with the entry's name; secrets are
 * compared and never printed.
 */
export function judgeEntry(entry: ClientEntry, surroundings: Surroundings): Judgement {
  if (entry.isDisabled) return { state: 'warning', message: 'is disabled.' };
  const missing = entry.command === undefined ? undefined : missingProgram(entry, surroundings);
  if (missing !== undefined) {
    return {
      state: 'problem',
      message: `starts ${safeText(missing)}, which does not exist.`,
      fix: 'Correct the path, or install it.',
    };
  }
  return entry.url === undefined ? judgeCommand(entry, surroundings) : judgeUrl(entry, entry.url, surroundings);
}

function judgeUrl({ authorization }: ClientEntry, url: URL, surroundings: Surroundings): Judgement {
  const { gateway } = surroundings;
  const shown = safeText(toShownUrl(url));
  if (gateway === undefined) {
    return { state: 'ok', message: `points to ${shown}; start the gateway to check whether that is this one.` };
  }
  const endpoint = `${gateway.origin}/mcp`;
  if (!isSamePlace(url, gateway)) {
    return {
      state: 'warning',
      message: `points to ${shown}; this gateway is at ${gateway.origin}.`,
      fix: `If that is not intended, use ${endpoint}`,
    };
  }
  if (!/^\/mcp(?:\/|$)/.test(url.pathname)) {
    return {
      state: 'problem',
      message: `points to ${shown}, which is not an MCP endpoint.`,
      fix: `Change it to ${endpoint}`,
    };
  }
  const [, profile] = /^\/mcp\/p\/([^/]+)/.exec(url.pathname) ?? [];
  return missingProfile(profile, surroundings) ?? judgeToken(authorization, surroundings);
}

/** Reports an entry for an unknown profile, whose endpoint does not exist. */
function missingProfile(name: string | undefined, { profiles }: Surroundings): Judgement | undefined {
  if (name === undefined || profiles === undefined || profiles.includes(name)) return undefined;
  const there = profiles.length === 0 ? 'The config has none.' : `Known: ${profiles.join(', ')}.`;
  return {
    state: 'problem',
    message: `is for the profile ${safeText(name)}, which does not exist. ${there}`,
    fix: 'Add it under profiles in the config, or reconnect the client: toolmark connect',
  };
}

function judgeToken(authorization: ClientEntry['authorization'], surroundings: Surroundings): Judgement {
  const { secrets, isOpen } = surroundings;
  const ok: Judgement = { state: 'ok', message: 'points to this gateway.' };
  // Without the owner's token here, the gateway runs on another machine, and there is nothing to compare with.
  if (isOpen || authorization === 'from outside' || secrets.owner === '') return ok;
  if (authorization === undefined) {
    const message = 'points to this gateway, but sends no token, which the gateway requires.';
    return { state: 'problem', message, fix: OWN_TOKEN };
  }
  const sent = toBearer(authorization);
  if (sent !== '' && sent === secrets.stdio) return ok;
  if (sent !== '' && sent === secrets.shared) {
    const message = 'points to this gateway, with the token of an earlier version that all clients share.';
    return { state: 'warning', message, fix: 'toolmark connect --replace-token' };
  }
  if (sent === secrets.owner) {
    const message = "points to this gateway, but with the owner's token, which could approve its calls.";
    return { state: 'problem', message, fix: OWN_TOKEN };
  }
  const named = findNamedToken(sent, surroundings.named);
  if (named !== undefined) return judgeNamed(named);
  const what = sent === '' ? 'an empty token' : 'an unknown token';
  return { state: 'problem', message: `points to this gateway, but with ${what}.`, fix: OWN_TOKEN };
}

const OWN_TOKEN = 'Give the client its own token: toolmark connect CLIENT';

function judgeNamed({ name, kind, status }: NamedToken): Judgement {
  const token = `the token '${safeText(name)}'`;
  if (kind === 'api') {
    return {
      state: 'problem',
      message: `points to this gateway, but with ${token}, which is for the API.`,
      fix: OWN_TOKEN,
    };
  }
  if (status === 'active') return { state: 'ok', message: `points to this gateway, with ${token}.` };
  return {
    state: 'problem',
    message: `points to this gateway, but with ${token}, which is ${status}.`,
    fix: OWN_TOKEN,
  };
}

function judgeCommand(entry: ClientEntry, surroundings: Surroundings): Judgement {
  const { command = '', args, dataDir, authorization } = entry;
  const { cwd, dataDir: ours } = surroundings;
  if (command === '') return { state: 'problem', message: 'has neither a command nor a URL.' };
  if (dataDir !== undefined && !/[$%~]/.test(dataDir) && resolve(cwd, dataDir) !== ours) {
    return { state: 'warning', message: `starts toolmark with another data folder, ${safeText(dataDir)}.` };
  }
  const at = args.indexOf('--profile');
  const missing = missingProfile(at === -1 ? undefined : args[at + 1], surroundings);
  if (missing !== undefined) return missing;
  if (args.includes('stdio')) {
    const token = authorization === undefined ? undefined : judgeToken(authorization, surroundings);
    if (token !== undefined && token.state !== 'ok' && surroundings.gateway !== undefined)
      return { ...token, message: token.message.replace('points to this gateway', 'starts toolmark stdio') };
    return { state: 'ok', message: 'starts toolmark stdio, which joins this gateway while it runs.' };
  }
  return { state: 'ok', message: `starts ${safeText(basename(command))}.` };
}

/**
 * The missing program, or the missing script in its arguments. Skips paths with variables, which the client expands.
 */
function missingProgram({ command = '', args }: ClientEntry, surroundings: Surroundings): string | undefined {
  const isKnown = (path: string): boolean => !/[$%~]/.test(path);
  if (isKnown(command) && !isProgram(command, surroundings)) return basename(command);
  const script = args.find((text) => isAbsolute(text) && /\.[cm]?[jt]s$/.test(text));
  return script !== undefined && isKnown(script) && !existsSync(script) ? script : undefined;
}
