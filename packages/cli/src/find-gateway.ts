import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, hasCode, ok, type Result, toMessage } from '@toolmark/annotations';
import { gatewayFileSchema, TOKEN_FILES } from '@toolmark/api-contract';
import { isInstance } from '@toolmark/reach';
import { dataDirOf } from './data-dir.ts';
import type { Io } from './io.ts';
import { shellWord } from './text/shell-word.ts';

/** The options that select a gateway. */
export interface GatewayAddress {
  readonly url?: string;
  readonly data?: string;
}

/** The address of a gateway and its token. */
export interface FoundGateway {
  readonly base: URL;
  readonly token: string | undefined;
  /** The error if nothing answers there. */
  readonly notRunning: string;
}

/**
 * Why there is no gateway, as a sentence. `absent`: none is running. `unusable`: the address or token file is wrong.
 */
export type NoGateway =
  | { readonly kind: 'absent'; readonly message: string /** The command that starts one. */; readonly start: string }
  | { readonly kind: 'unusable'; readonly message: string; readonly fix?: string };

/** The options for the same gateway, to append to a command. */
export function addressOptions({ url, data }: GatewayAddress): string {
  const given = [
    ['--url', url],
    ['--data', data],
  ] as const;
  return given.map(([name, value]) => (value === undefined ? '' : ` ${name} ${shellWord(value)}`)).join('');
}

/** The command that starts a gateway on a data folder. */
export const startCommand = ({ data }: Pick<GatewayAddress, 'data'>): string =>
  `toolmark serve${addressOptions(data === undefined ? {} : { data })}`;

/** Finds the gateway that runs on a data folder, or uses the given URL. */
export async function findGateway(address: GatewayAddress, io: Io): Promise<Result<FoundGateway, NoGateway>> {
  const dataDir = dataDirOf(address.data, io);
  const start = startCommand(address);
  const base = address.url === undefined ? await runningAt(dataDir, start) : parseUrl(address.url);
  if (!base.ok) return base;
  const isOurs = address.url === undefined || address.data !== undefined || isLoopback(base.value);
  // Send the local token only to a gateway of this machine, or if --data was given as well: any URL could belong to
  // anyone.
  const token = isOurs ? await readToken(join(dataDir, TOKEN_FILES.owner)) : ok(undefined);
  if (!token.ok) return token;
  const notRunning =
    address.url === undefined
      ? toSentence(absent(dataDir, start))
      : `Nothing answers at ${base.value.origin}. Start a gateway with: ${start}`;
  return ok({ base: base.value, token: token.value, notRunning });
}

/** The error with advice. */
export const toSentence = (none: NoGateway): string =>
  none.kind === 'absent'
    ? `${none.message} Start one with: ${none.start}`
    : `${none.message}${none.fix === undefined ? '' : ` ${none.fix}`}`;

const absent = (dataDir: string, start: string): NoGateway => ({
  kind: 'absent',
  message: `No gateway is running on ${dataDir}.`,
  start,
});

export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

async function runningAt(dataDir: string, start: string): Promise<Result<URL, NoGateway>> {
  const file = join(dataDir, 'gateway.json');
  try {
    const parsed = gatewayFileSchema.safeParse(parseJson(await readFile(file, 'utf8')));
    if (!parsed.success) {
      const fix = `Delete it and start the gateway again with: ${start}`;
      return err({ kind: 'unusable', message: `${file} does not contain the gateway's address.`, fix });
    }
    const { url, secret } = parsed.data;
    // A gateway that was killed leaves its file behind, and another process may now use its port.
    return (await isInstance(url, secret)) ? ok(new URL(url)) : err(absent(dataDir, start));
  } catch (error) {
    if (isMissing(error)) return err(absent(dataDir, start));
    return err(unusable(`${file} cannot be read: ${toMessage(error)}`));
  }
}

function parseUrl(text: string): Result<URL, NoGateway> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return ok(url);
  return err(unusable('--url takes the address of a gateway, such as --url http://127.0.0.1:7420'));
}

async function readToken(file: string): Promise<Result<string | undefined, NoGateway>> {
  try {
    return ok((await readFile(file, 'utf8')).trim() || undefined);
  } catch (error) {
    // A missing file is fine: the gateway may need no token.
    return isMissing(error) ? ok(undefined) : err(unusable(`${file} cannot be read: ${toMessage(error)}`));
  }
}

const unusable = (message: string): NoGateway => ({ kind: 'unusable', message });

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT');
