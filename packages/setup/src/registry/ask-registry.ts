import type { LookupAddress } from 'node:dns';
import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { isNestedDeeper, isPrivateAddress, isPrivateHost, parseJson, type ResolveName } from '@toolmark/base';
import { toPrintable, toSeconds, toShownUrl } from '@toolmark/reach';
import type { Agent, Dispatcher } from 'undici';
import { REGISTRY_LIMITS, type RegistryLimits } from './limits.ts';

/** The reason why a registry gave no answer, as a sentence for a person. `missing`: it returned 404. */
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
 * Gets JSON from a registry, with limits on time and size. Follows redirects within the origin only, and connects to
 * private addresses only if the registry was configured with one.
 */
export async function askRegistry(url: URL, options: AskOptions): Promise<Result<unknown, RegistryProblem>> {
  const limits = options.limits ?? REGISTRY_LIMITS;
  const undici = await import('undici');
  const agent = new undici.Agent({ connect: { lookup: guardedLookup(url, options.lookUp), timeout: limits.timeMs } });
  try {
    return await getWithRedirects(url, agent, options, limits);
  } catch (error) {
    return unreachable(url, explainFailure(error, options.signal, limits.timeMs));
  } finally {
    await agent.destroy();
  }
}

async function getWithRedirects(
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
      // Uncompressed answers cannot exceed the number of bytes read.
      headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': `toolmark/${version}` },
      signal,
      headersTimeout: limits.timeMs,
      bodyTimeout: limits.timeMs,
    });
    const { statusCode: status, headers, body } = answer;
    // Destroying a body emits an error event, which would end the process without a listener.
    body.on('error', () => {});
    const location = headers['location'];
    if (status >= 300 && status < 400 && typeof location === 'string') {
      body.destroy();
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      if (next?.origin === start.origin) {
        url = next;
        continue;
      }
      const where = next === undefined ? 'an invalid address' : toShownUrl(next);
      return unusable(start, `redirects to ${where}; only redirects within its origin are followed`);
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
  return unusable(start, `redirects more than ${limits.redirects} times`);
}

async function readAnswer(
  url: URL,
  encoding: string | string[] | undefined,
  body: Dispatcher.ResponseData['body'],
  limits: RegistryLimits,
): Promise<Result<unknown, RegistryProblem>> {
  if (encoding !== undefined && encoding !== 'identity') {
    body.destroy();
    return unusable(url, 'sent a compressed answer that was not requested');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limits.bytes) {
      body.destroy();
      return unusable(url, `sent more than ${Math.round(limits.bytes / 1024)} KiB`);
    }
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (isNestedDeeper(bytes, limits.depth)) return unusable(url, 'sent an answer that is nested too deeply');
  try {
    return ok(parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return unusable(url, 'did not answer with JSON; is it an MCP registry?');
  }
}

/**
 * Rejects private addresses of public names when connecting, because DNS answers may change (DNS rebinding). A person
 * configured a registry with a private host on purpose.
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
    super(`resolves to ${address}, a private address; use the address itself for a registry in your own network`);
  }
}

function explainFailure(error: unknown, signal: AbortSignal, timeMs: number): string {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if (current instanceof PrivateAddress) return current.message;
    if ('code' in current && current.code === 'ENOTFOUND') return 'cannot be found; is this machine online?';
    if ('code' in current && current.code === 'ECONNREFUSED') return 'refuses connections';
    if (/Timeout/.test(current.name)) return `did not answer within ${toSeconds(timeMs)}`;
  }
  if (signal.aborted) return `did not answer within ${toSeconds(timeMs)}`;
  return `cannot be reached: ${toPrintable(toMessage(error), 300)}`;
}

const unusable = (url: URL, what: string): Result<never, RegistryProblem> =>
  err({ kind: 'unusable', message: `The registry at ${url.origin} ${what}.` });

const unreachable = (url: URL, what: string): Result<never, RegistryProblem> =>
  err({ kind: 'unreachable', message: `The registry at ${url.origin} ${what}.` });
