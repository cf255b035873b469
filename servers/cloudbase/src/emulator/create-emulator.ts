import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoints } from '../cloud/endpoints.ts';
import type { Credentials } from '../session/session.ts';
import { createAccounts } from './accounts.ts';
import { answer } from './answer.ts';
import type { EmulatorReply, EmulatorRequest } from './exchange.ts';
import { LIMITS } from './limits.ts';
import type { LoginAnswer } from './login.ts';
import { createParts } from './parts.ts';
import type { Refusal } from './refusal.ts';
import { addSamples } from './samples.ts';
import { snapshotOf } from './snapshot.ts';
import { addEnvironment, createWorld, type EnvironmentSeed } from './world.ts';

/** A small CloudBase inside this process, for --emulator and for tests. */
export interface Emulator extends AsyncDisposable {
  /** Its address: `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly endpoints: Endpoints;
  /** The keys of the account. */
  readonly credentials: Credentials;
  /** The first environment. */
  readonly envId: string;
  /** The observable state without times and random ids. */
  readonly snapshot: () => Readonly<Record<string, unknown>>;
  /** The last requests, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** The next requests for this action are refused: `tcb CreateAuthDomain`, `cos PUT Bucket cors`. For tests. */
  readonly refuse: (action: string, refusal: Refusal, times?: number) => void;
  /** The public address of an environment's static site. */
  readonly siteUrl: (envId: string) => string;
  /** The public address of an environment's functions. */
  readonly functionUrl: (envId: string) => string;
  readonly close: () => Promise<void>;
}

export interface LoggedRequest {
  readonly service: string;
  readonly action: string;
  readonly status: number;
}

export interface EmulatorOptions {
  /** 0, the default, for any free one. */
  readonly port?: number;
  /** Whether to start with sample data. */
  readonly hasSamples?: boolean;
  /** The default is new keys at each start. */
  readonly credentials?: Credentials;
  /** The default is two. */
  readonly environments?: readonly EnvironmentSeed[];
  readonly now?: () => Date;
  /** The outcome of logins through the browser; the default is `approve`. */
  readonly login?: LoginAnswer;
}

const ENVIRONMENTS: readonly EnvironmentSeed[] = [
  { envId: 'demo-1a2b3c4d5e', alias: 'demo' },
  { envId: 'staging-9f8e7d6c5b', alias: 'staging', region: 'ap-guangzhou' },
];

/**
 * Starts a CloudBase on this machine. It keeps everything in memory, verifies the signature of every request, and refuses unsupported
 * actions by name.
 *
 * @example
 * await using emulator = await createEmulator({ hasSamples: true });
 * console.log(emulator.url, emulator.envId);
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { now = () => new Date(), environments = ENVIRONMENTS, login = 'approve' } = options;
  const world = createWorld(createAccounts(options.credentials, now), now);
  for (const seed of environments) addEnvironment(world, seed);
  if (options.hasSamples) await addSamples(world);
  const parts = createParts(world, login);
  const requests: LoggedRequest[] = [];
  const refusals: PlannedRefusal[] = [];
  const http = createServer((request, response) => {
    void readRequest(request)
      .then((read) => (read === undefined ? TOO_LARGE : answer(parts, read, { requests, refusals })))
      .catch((error: unknown): EmulatorReply => ({ status: 500, body: `The emulator failed: ${String(error)}` }))
      .then((reply) => send(response, reply));
  });
  http.listen(options.port ?? 0, '127.0.0.1');
  await once(http, 'listening');
  // The address of a TCP server is an AddressInfo.
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  world.url = url;
  const close = async (): Promise<void> => {
    if (!http.listening) return;
    const closed = once(http, 'close');
    http.close();
    http.closeAllConnections();
    await closed;
    await world.runner.close();
  };
  return {
    url,
    endpoints: endpointsAt(url),
    credentials: world.accounts.main,
    envId: environments[0]?.envId ?? '',
    snapshot: () => snapshotOf(world),
    requests,
    refuse: (action, refusal, times = 1) => refusals.push({ action, refusal, times }),
    siteUrl: (envId) => `${url}/site/${envId}/`,
    functionUrl: (envId) => `${url}/fn/${envId}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A refusal that a test requested. */
export interface PlannedRefusal {
  readonly action: string;
  readonly refusal: Refusal;
  times: number;
}

const TOO_LARGE: EmulatorReply = { status: 413, body: `A body has at most ${LIMITS.bodyBytes} bytes.` };

/** The endpoints of an emulator. */
export const endpointsAt = (url: string): Endpoints => ({
  cloudApi: (service) => new URL(`${url}/api/${service}/`),
  objects: ({ name }) => new URL(`${url}/cos/${name}/`),
  httpAccess: (envId) => new URL(`${url}/fn/${envId}/`),
  admin: () => new URL(`${url}/admin`),
  oauth: new URL(`${url}/oauth/`),
  refresh: new URL(`${url}/refresh`),
  knowledge: new URL(`${url}/knowledge/`),
  templates: new URL(`${url}/templates/`),
});

/** `undefined` if the body is too large. Requests to a proxy have an absolute URL in the first line. */
async function readRequest(request: IncomingMessage): Promise<EmulatorRequest | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LIMITS.bodyBytes) chunks.push(chunk);
  }
  if (length > LIMITS.bodyBytes) return undefined;
  const [, proxied, target = '/'] = /^https?:\/\/([^/?]+)(.*)$/.exec(request.url ?? '/') ?? [];
  const address = proxied === undefined ? (request.url ?? '/') : target.startsWith('/') ? target : `/${target}`;
  const mark = address.indexOf('?');
  const queryText = mark < 0 ? '' : address.slice(mark + 1);
  return {
    method: request.method ?? 'GET',
    host: proxied ?? request.headers.host ?? '',
    path: mark < 0 ? address : address.slice(0, mark),
    query: new URLSearchParams(queryText),
    queryText,
    headers: request.headers,
    body: Buffer.concat(chunks),
  };
}

/** Answers 502 if a function returned a reply that is invalid in HTTP, such as a header with a line break. */
function send(response: ServerResponse, { status, headers = {}, body }: EmulatorReply): void {
  try {
    response.writeHead(status, headers);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    response.writeHead(502, { 'content-type': 'text/plain' }).end(`The reply cannot be sent: ${reason}`);
    return;
  }
  response.end(body);
}
