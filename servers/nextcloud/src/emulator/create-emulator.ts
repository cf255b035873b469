import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type EmulatorApp,
  type EmulatorReply,
  type EmulatorRequest,
  type EmulatorUser,
  json,
  type World,
} from './app.ts';
import { createApps } from './apps.ts';
import { createLoginFlow, type LoginFlow } from './login.ts';

/** A small Nextcloud inside this process, for the demo and for tests. */
export interface Emulator {
  /** Its address: `http://127.0.0.1:41234`. */
  readonly url: string;
  /** The observable state of all apps. */
  readonly snapshot: () => Readonly<Record<string, unknown>>;
  readonly close: () => Promise<void>;
}

export interface EmulatorOptions {
  /** 0, the default, for any free one. */
  readonly port?: number;
  /** By user id. */
  readonly users?: Readonly<Record<string, EmulatorUser>>;
  readonly hasSamples?: boolean;
  readonly now?: () => Date;
  /** Only these apps are installed; all by default. */
  readonly apps?: readonly string[];
  /** The user of an access token, as Nextcloud's user_oidc app finds it; `undefined` refuses the token. */
  readonly bearer?: (token: string) => string | undefined | Promise<string | undefined>;
}

/** The password of the sample user of `--demo`; the emulator listens on this machine only. */
export const DEMO_USER = 'demo';
export const DEMO_PASSWORD = 'demo';

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Starts a Nextcloud emulator on this machine. It keeps everything in memory, and answers unsupported requests with 501.
 *
 * @example
 * const emulator = await createEmulator({ hasSamples: true });
 * console.log(emulator.url);
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const world = createWorld(options);
  const apps = createApps(world).filter(({ name, isCore }) => isCore === true || world.isInstalled(name));
  const login = createLoginFlow(world);
  const http = createServer((request, response) => {
    answer(request, { apps, world, login, bearer: options.bearer }).then(
      (reply) => send(response, reply),
      () => send(response, { status: 500 }),
    );
  });
  http.listen(options.port ?? 0, '127.0.0.1');
  await once(http, 'listening');
  // The address of a TCP server is an AddressInfo.
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    snapshot: () => Object.fromEntries(apps.map(({ name, snapshot }) => [name, snapshot()])),
    close: async () => {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
    },
  };
}

function createWorld({ users, apps, hasSamples = false, now = () => new Date() }: EmulatorOptions): World {
  let id = 100;
  const known = new Map<string, EmulatorUser>(
    Object.entries(users ?? { [DEMO_USER]: { password: DEMO_PASSWORD, displayName: 'Demo' } }),
  );
  return {
    now,
    nextId: () => ++id,
    newEtag: () => randomBytes(16).toString('hex'),
    users: known,
    groupsOf: (user) => known.get(user)?.groups ?? (user === 'admin' ? ['admin'] : []),
    isInstalled: (app) => apps?.includes(app) ?? true,
    hasSamples,
  };
}

interface Parts {
  readonly apps: readonly EmulatorApp[];
  readonly world: World;
  readonly login: LoginFlow;
  readonly bearer: EmulatorOptions['bearer'];
}

async function answer(request: IncomingMessage, { apps, world, login, bearer }: Parts): Promise<EmulatorReply> {
  const url = new URL(request.url ?? '/', 'http://emulator');
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const path = segments.filter((segment, index) => !(index === 0 && segment === 'index.php')).map(decodeURIComponent);
  if (path[0] === 'status.php')
    return json({
      installed: true,
      maintenance: false,
      version: '32.0.1.2',
      versionstring: '32.0.1',
      productname: 'Nextcloud',
    });
  const method = request.method ?? 'GET';
  const body = await readAll(request);
  const flow = login.handle(method, path, body.toString(), `http://${request.headers.host}`);
  if (flow !== undefined) return flow;
  const isOcs = path[0] === 'ocs';
  if (isOcs && request.headers['ocs-apirequest'] === undefined) return json({ message: 'CSRF check failed' }, 412);
  const user = await signIn(request.headers.authorization, world.users, bearer);
  if (user === undefined) return isOcs ? unauthorised() : json({ message: '' }, 401);
  const read: EmulatorRequest = {
    method,
    path,
    isFolder: url.pathname.endsWith('/'),
    query: url.searchParams,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    body,
    user,
  };
  for (const app of apps) {
    const reply = app.handle(read);
    if (reply !== undefined) return reply;
  }
  // Nextcloud answers 404 for the pages of a missing app.
  if (path[0] === 'apps' && !world.isInstalled(path[1] ?? '')) return { status: 404 };
  return json({ message: `The emulator does not support ${read.method} ${url.pathname}.` }, 501);
}

/** OCS answers with its own status code, 997. */
const unauthorised = (): EmulatorReply =>
  json({ ocs: { meta: { status: 'failure', statuscode: 997, message: 'Unauthorised' }, data: [] } }, 401, {
    'www-authenticate': 'Basic realm="Authorisation Required"',
  });

/** Accepts a password as Basic or, as Nextcloud does, as a bearer token. */
async function signIn(
  header: string | undefined,
  users: ReadonlyMap<string, EmulatorUser>,
  bearer: EmulatorOptions['bearer'],
): Promise<string | undefined> {
  const [scheme = '', credentials = ''] = header?.split(' ', 2) ?? [];
  if (scheme.toLowerCase() === 'bearer')
    return [...users].find(([, { password }]) => password === credentials)?.[0] ?? bearer?.(credentials);
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const text = Buffer.from(credentials, 'base64').toString();
  const colon = text.indexOf(':');
  const user = text.slice(0, colon);
  return colon > 0 && users.get(user)?.password === text.slice(colon + 1) ? user : undefined;
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new RangeError('The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, headers = {}, body }: EmulatorReply): void {
  response.writeHead(status, headers).end(body);
}
