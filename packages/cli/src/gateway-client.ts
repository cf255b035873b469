import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { apiErrorSchema, gatewayFileSchema } from '@toolmark/api-contract';
import { isInstance, toPrintable, toSeconds, toShownUrl } from '@toolmark/reach';
import { dataDirOf } from './data-dir.ts';
import type { Io } from './io.ts';

/** Which gateway is meant. */
export interface GatewayAddress {
  readonly url?: string;
  readonly data?: string;
}

/** The REST API of a running gateway. */
export interface GatewayClient {
  readonly request: <Value>(
    method: 'GET' | 'POST',
    path: string,
    answer: Shape<Value>,
  ) => Promise<Result<Answer<Value>, Refusal>>;
}

/** A schema of the contract, as much of it as is needed here. */
interface Shape<Value> {
  readonly safeParse: (
    value: unknown,
  ) => { readonly success: true; readonly data: Value } | { readonly success: false };
}

export interface Answer<Value> {
  readonly status: number;
  readonly value: Value;
  /** As it came, with fields that this version does not know. */
  readonly json: unknown;
}

/** Why there is no answer, in words for a person. */
export interface Refusal {
  /** `undefined` where nothing answered. */
  readonly status: number | undefined;
  readonly message: string;
}

/** Longer than a gateway waits for a server that is started anew. */
const PATIENCE_MS = 30_000;

/**
 * Finds the gateway that runs on a data folder, or takes the one at an address, with the token that opens it.
 *
 * @example
 * const gateway = await openGateway({ data: './data' }, io);
 * if (gateway.ok) await gateway.value.request('GET', '/servers', serverListSchema);
 */
export async function openGateway(address: GatewayAddress, io: Io): Promise<Result<GatewayClient, string>> {
  const dataDir = dataDirOf(address.data, io);
  const start = `toolmark serve${address.data === undefined ? '' : ` --data ${address.data}`}`;
  const notRunning = `No gateway is running on ${dataDir}. Start one with: ${start}`;
  const base = address.url === undefined ? await runningAt(dataDir, notRunning) : parseUrl(address.url);
  if (!base.ok) return base;
  const isOurs = address.url === undefined || address.data !== undefined || isLoopback(base.value);
  // A token goes to the machine it is kept on, or where somebody sends it on purpose: an address alone may be anybody's.
  const token = isOurs ? await readToken(join(dataDir, 'token')) : ok(undefined);
  if (!token.ok) return token;
  const nobody =
    address.url === undefined ? notRunning : `Nothing answers at ${base.value.origin}. Start a gateway with: ${start}`;
  return ok(createClient(base.value, token.value, nobody, io.signal));
}

function createClient(base: URL, token: string | undefined, nobody: string, interrupted: AbortSignal): GatewayClient {
  return {
    request: async (method, path, answer) => {
      const url = new URL(`/api/v1${path}`, base);
      const patience = AbortSignal.timeout(PATIENCE_MS);
      let response: Response;
      let text: string;
      try {
        response = await fetch(url, {
          method,
          headers: { accept: 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
          // A redirect would carry the token on.
          redirect: 'error',
          signal: AbortSignal.any([interrupted, patience]),
        });
        text = await response.text();
      } catch (error) {
        return err({ status: undefined, message: explain(error, url, nobody, patience.aborted) });
      }
      const json = parseJson(text);
      if (!response.ok) {
        return err({ status: response.status, message: saidBy(json) ?? strange(url, `status ${response.status}`) });
      }
      const parsed = answer.safeParse(json);
      if (!parsed.success) return err({ status: response.status, message: strange(url, 'something else') });
      return ok({ status: response.status, value: parsed.data, json });
    },
  };
}

async function runningAt(dataDir: string, notRunning: string): Promise<Result<URL, string>> {
  const file = join(dataDir, 'gateway.json');
  try {
    const parsed = gatewayFileSchema.safeParse(parseJson(await readFile(file, 'utf8')));
    if (!parsed.success) return err(`${file} does not say where the gateway is.`);
    const { url, secret } = parsed.data;
    // A gateway that was killed leaves its file behind, and its port to anybody.
    return (await isInstance(url, secret)) ? ok(new URL(url)) : err(notRunning);
  } catch (error) {
    return err(isMissing(error) ? notRunning : `${file} cannot be read: ${toMessage(error)}`);
  }
}

function parseUrl(text: string): Result<URL, string> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return ok(url);
  return err(`--url takes the address of a gateway, as in: --url http://127.0.0.1:7420`);
}

async function readToken(file: string): Promise<Result<string | undefined, string>> {
  try {
    return ok((await readFile(file, 'utf8')).trim() || undefined);
  } catch (error) {
    // Without a file there may be no token to give: a gateway can go without.
    return isMissing(error) ? ok(undefined) : err(`${file} cannot be read: ${toMessage(error)}`);
  }
}

function explain(error: unknown, url: URL, nobody: string, isLate: boolean): string {
  if (isLate) return `The gateway at ${url.origin} did not answer within ${toSeconds(PATIENCE_MS)}.`;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ECONNREFUSED') return nobody;
  return `The gateway at ${url.origin} cannot be asked: ${toPrintable(toMessage(cause))}`;
}

/** What the API says of an error; it may have been made of names that a server or a person chose. */
function saidBy(json: unknown): string | undefined {
  const parsed = apiErrorSchema.safeParse(json);
  return parsed.success ? toPrintable(parsed.data.error.message, 1_000) : undefined;
}

const strange = (url: URL, what: string): string =>
  `${toShownUrl(url)} answered with ${what}: no gateway, or one of another version.`;

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
