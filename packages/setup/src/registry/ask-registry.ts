import type { LookupAddress } from 'node:dns';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { isNestedDeeper, isPrivateAddress, isPrivateHost, parseJson, type ResolveName } from '@toolmark/base';
import { toPrintable, toSeconds, toShownUrl } from '@toolmark/reach';
import type { Agent, Dispatcher } from 'undici';
import { REGISTRY_LIMITS, type RegistryLimits } from './limits.ts';

/** Why a registry has no answer, in a sentence for a person. `missing`: it says that there is no such thing. */
export interface RegistryProblem {
  readonly kind: 'missing' | 'unusable' | 'unreachable';
  readonly message: string;
}

export interface AskOptions {
  readonly lookUp: ResolveName;
  readonly signal: AbortSignal;
  readonly version: string;
  readonly limits?: RegistryLimits;
}

/**
 * Gets JSON from a registry: within bounds of time and size, over redirects within its origin only, and from no private address
 * unless the registry was said to be at one.
 */
export async function askRegistry(url: URL, options: AskOptions): Promise<Result<unknown, RegistryProblem>> {
  const limits = options.limits ?? REGISTRY_LIMITS;
  const undici = await import('undici');
  const agent = new undici.Agent({ connect: { lookup: guardedLookup(url, options.lookUp), timeout: limits.timeMs } });
  try {
    return await follow(url, agent, options, limits);
  } catch (error) {
    return unreachable(url, explain(error, options.signal, limits.timeMs));
  } finally {
    await agent.destroy();
  }
}

async function follow(
  start: URL,
  agent: Agent,
  { signal, version }: AskOptions,
  limits: RegistryLimits,
): Promise<Result<unknown, RegistryProblem>> {
  let url = start;
  for (let redirects = 0; redirects <= limits.redirects; redirects++) {
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      // What is not compressed cannot be larger than what was read.
      headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': `toolmark/${version}` },
      signal,
      headersTimeout: limits.timeMs,
      bodyTimeout: limits.timeMs,
    });
    const { statusCode: status, headers, body } = answer;
    // A body that is not wanted says so in an event, and one that nobody hears ends the process.
    body.on('error', () => {});
    const location = headers['location'];
    if (status >= 300 && status < 400 && typeof location === 'string') {
      body.destroy();
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      if (next?.origin === start.origin) {
        url = next;
        continue;
      }
      const where = next === undefined ? 'nowhere' : toShownUrl(next);
      return unusable(start, `sends elsewhere, to ${where}; only redirects to itself are followed`);
    }
    if (status === 404) {
      body.destroy();
      return err({ kind: 'missing', message: `The registry at ${start.origin} has nothing at ${start.pathname}.` });
    }
    if (status !== 200) {
      body.destroy();
      return status === 429 || status >= 500
        ? unreachable(start, `answered with status ${status}; try again later`)
        : unusable(start, `answered with status ${status}`);
    }
    return readAnswer(start, headers['content-encoding'], body, limits);
  }
  return unusable(start, `sends from one address to the next, more than ${limits.redirects} times`);
}

async function readAnswer(
  url: URL,
  encoding: string | string[] | undefined,
  body: Dispatcher.ResponseData['body'],
  limits: RegistryLimits,
): Promise<Result<unknown, RegistryProblem>> {
  if (encoding !== undefined && encoding !== 'identity') {
    body.destroy();
    return unusable(url, 'answered in a compressed form that it was not asked for');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limits.bytes) {
      body.destroy();
      return unusable(url, `answered with more than ${Math.round(limits.bytes / 1024)} KiB`);
    }
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (isNestedDeeper(bytes, limits.depth)) return unusable(url, 'answered with something that is nested too deeply');
  try {
    return ok(parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return unusable(url, 'did not answer with JSON; is it an MCP registry?');
  }
}

/**
 * Refuses what a public name resolves to where that is private, at the moment of connecting: whoever answers for a name may
 * answer otherwise the second time. A registry whose address is private already was put there by a person.
 */
function guardedLookup(url: URL, lookUp: ResolveName) {
  const mayBePrivate = isPrivateHost(url.hostname);
  return (
    hostname: string,
    options: { readonly all?: boolean | undefined },
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    lookUp(hostname).then(
      (addresses) => {
        const hidden = mayBePrivate ? undefined : addresses.find(({ address }) => isPrivateAddress(address));
        const [first] = addresses;
        if (hidden !== undefined) done(new PrivateAddress(hidden.address), '');
        else if (first === undefined) done(new Error(`${hostname} has no address`), '');
        else if (options.all) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };
}

class PrivateAddress extends Error {
  constructor(address: string) {
    super(`leads to ${address}, a private address; a registry of your own network is given by its address there`);
  }
}

function explain(error: unknown, signal: AbortSignal, timeMs: number): string {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if (current instanceof PrivateAddress) return current.message;
    if ('code' in current && current.code === 'ENOTFOUND') return 'cannot be found; is this machine online?';
    if ('code' in current && current.code === 'ECONNREFUSED') return 'does not answer: nothing listens there';
    if (/Timeout/.test(current.name)) return `did not answer within ${toSeconds(timeMs)}`;
  }
  if (signal.aborted) return `did not answer within ${toSeconds(timeMs)}`;
  return `cannot be asked: ${toPrintable(toMessage(error), 300)}`;
}

const unusable = (url: URL, what: string): Result<never, RegistryProblem> =>
  err({ kind: 'unusable', message: `The registry at ${url.origin} ${what}.` });

const unreachable = (url: URL, what: string): Result<never, RegistryProblem> =>
  err({ kind: 'unreachable', message: `The registry at ${url.origin} ${what}.` });
