import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import type { Credential, OwnerCredential } from '../tokens/credential.ts';
import {
  createHostCheck,
  createOriginCheck,
  type FetchMetadata,
  fetchProblem,
  type HostRules,
  isFromOwnPage,
  type KnownHost,
  type OriginVerdict,
} from './check-browser.ts';
import { targetProblem } from './check-target.ts';
import { createTokenCheck, type OwnSecrets, type TokenCheckOptions } from './check-token.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import type { PageCookies } from './page-cookie.ts';
import { type Area, areaOf, SIGN_IN_PATH, takesCookies } from './paths.ts';
import { demandAnother, demandToken, type Refusal, refuse, refuseClient, refuseOwner } from './refusal.ts';
import { MAX_HEADERS } from './server-options.ts';

/** Decides about a request by its head alone, before anything else reads it. Pure, except for a cache of hosts and tokens. */
export interface Guard {
  readonly decide: (request: GuardRequest) => GuardVerdict;
}

export interface GuardOptions extends HostRules {
  readonly allowedOrigins: readonly string[];
  /** `undefined` when no token is required; the gateway must then listen on a loopback address. */
  readonly secrets: OwnSecrets | undefined;
  /** Looks up a named token; there are none by default. */
  readonly named?: TokenCheckOptions['named'] | undefined;
  /** The file with the owner's token, for messages that ask for it. */
  readonly ownerFile: string;
  /** The account that runs the gateway, which is recorded for requests with the owner's token or cookie. */
  readonly ownerName: string;
  /** Without it, no cookie is accepted. */
  readonly cookies?: PageCookies | undefined;
}

/** The part of `IncomingMessage` that the guard reads. */
export interface GuardRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawHeaders: readonly string[];
}

/** A request that was let in. */
export interface Admitted {
  readonly principal: string;
  readonly credential: Credential;
}

type GuardVerdict =
  | (Admitted & { readonly kind: 'admit'; readonly headers: HeaderFields })
  | { readonly kind: 'preflight'; readonly headers: HeaderFields }
  | Refusal;

/** The principal of all requests without a named token. */
const PRINCIPAL = 'local';

type HeaderFields = Readonly<Record<string, string>>;

const NO_HEADERS: HeaderFields = Object.freeze({});

const PUBLIC: Credential = Object.freeze({ kind: 'public' });
const ANY_CLIENT: Credential = Object.freeze({ kind: 'client', grant: undefined });
const ANY_OWNER: Credential = Object.freeze({ kind: 'owner', via: 'none', name: null });

/** The path that a request is for, without its query. */
interface Target {
  readonly path: string;
  readonly area: Area;
}

/** By far the most frequent target, known to be well-formed. */
const MCP_PATH = '/mcp';
const MCP_TARGET: Target = { path: MCP_PATH, area: 'mcp' };

/**
 * Creates the guard of a listening gateway. The checks, in order: number of headers; `Host`; target; WebSocket; `Origin` and
 * `Sec-Fetch-*`; preflight; token, or a cookie where there is none; and whether the path accepts that kind of credential.
 *
 * @example
 * const guard = createGuard({ host: '127.0.0.1', port: 7420, allowedHosts: [], allowedOrigins: [], secrets, ownerFile, ownerName });
 * guard.decide(request).kind // 'admit'
 */
export function createGuard(options: GuardOptions): Guard {
  const { secrets, host, ownerName } = options;
  const problem = secrets === undefined ? noAuthProblem(host) : undefined;
  if (problem !== undefined) throw new Error(problem);
  const checkHost = createHostCheck(options);
  const checkOrigin = createOriginCheck(options.allowedOrigins);
  const checkToken = createTokenCheck({ secrets, ownerName, named: options.named ?? (() => undefined) });
  const whereTokenIs = isLoopback(host)
    ? options.ownerFile
    : "the file 'owner-token' in the gateway's data folder, ~/.toolmark unless it was started with --data";
  const byCookie: OwnerCredential = { kind: 'owner', via: 'cookie', name: ownerName };

  /** The verdict on the cookie of a browser that sent no token; `undefined` when its cookie does not count here. */
  const admitBrowser = (request: GuardRequest, path: string, fetched: FetchMetadata): GuardVerdict | undefined => {
    const { cookies } = options;
    if (cookies === undefined || !takesCookies(path) || !isFromOwnPage(fetched)) return undefined;
    const verdict = cookies.check(headerOf(request, 'cookie'));
    if (verdict.kind === 'missing') return undefined;
    if (verdict.kind === 'wrong') return demandToken('page', false, whereTokenIs, { 'set-cookie': cookies.cleared });
    return admitted(byCookie, verdict.renewed === undefined ? NO_HEADERS : { 'set-cookie': verdict.renewed });
  };

  const authorize = (
    request: GuardRequest,
    { path, area }: Target,
    fetched: FetchMetadata,
    cors: HeaderFields,
  ): GuardVerdict => {
    if (isPublic(request, { path, area }, fetched)) return admitted(PUBLIC, cors);
    const verdict = checkToken(headerOf(request, 'authorization'));
    switch (verdict.kind) {
      case 'right':
        return admitTo(area, verdict.credential, cors);
      case 'anybody':
        return admitted(area === 'mcp' ? ANY_CLIENT : ANY_OWNER, cors);
      case 'expired':
      case 'revoked':
        return demandAnother(verdict.kind, cors);
      case 'missing':
        return admitBrowser(request, path, fetched) ?? demandToken(area, false, whereTokenIs, cors);
      case 'wrong':
        return demandToken(area, true, whereTokenIs, cors);
    }
  };

  return {
    decide: (request) => {
      const called = headProblem(request) ?? identifyHost(request, checkHost);
      if ('kind' in called) return called;
      const { url = '' } = request;
      const target = url === MCP_PATH ? MCP_TARGET : parseTarget(url);
      if ('kind' in target) return target;
      if (headerOf(request, 'upgrade')?.toLowerCase().includes('websocket')) {
        return refuse('bad_request', 'WebSockets are not supported.');
      }
      const origin = headerOf(request, 'origin');
      const from = origin === undefined ? undefined : checkOrigin(origin, called);
      const fetched = fetchMetadata(request, target, from);
      const foreign = pageProblem(request, fetched);
      if (foreign !== undefined) return refuse('forbidden', foreign);
      const cors = origin !== undefined && from === 'allowed' ? corsHeaders(origin) : NO_HEADERS;
      if (origin !== undefined && isPreflight(request)) {
        return {
          kind: 'preflight',
          headers: preflightHeaders(origin, headerOf(request, 'access-control-request-headers')),
        };
      }
      return authorize(request, target, fetched, cors);
    },
  };
}

/**
 * Lets a request pass the guard, or answers it with the refusal; then it returns `undefined`.
 *
 * @example
 * const server = createServer(SERVER_OPTIONS, (request, response) => {
 *   const admitted = admit(guard, request, response);
 *   if (admitted !== undefined) route(request, response, admitted.principal);
 * });
 */
export function admit(guard: Guard, request: IncomingMessage, response: ServerResponse): Admitted | undefined {
  const verdict = guard.decide(request);
  switch (verdict.kind) {
    case 'admit':
      for (const name in verdict.headers) response.setHeader(name, verdict.headers[name] ?? '');
      return verdict;
    case 'preflight':
      response.writeHead(204, verdict.headers).end();
      return undefined;
    case 'refuse': {
      const body = JSON.stringify(verdict.body);
      response
        .writeHead(verdict.status, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          ...verdict.headers,
        })
        .end(body);
      return undefined;
    }
  }
}

/** Client tokens work for MCP only, because agents must not approve their own calls. The owner's do not, so that no agent needs them. */
function admitTo(area: Area, credential: Credential, headers: HeaderFields): GuardVerdict {
  if (area === 'mcp') return credential.kind === 'owner' ? refuseOwner(credential) : admitted(credential, headers);
  return credential.kind === 'client' ? refuseClient() : admitted(credential, headers);
}

const admitted = (credential: Credential, headers: HeaderFields): GuardVerdict => ({
  kind: 'admit',
  principal: principalOf(credential),
  credential,
  headers,
});

function principalOf(credential: Credential): string {
  if (credential.kind === 'client') return credential.grant?.name ?? PRINCIPAL;
  return credential.kind === 'owner' && credential.via === 'api-token' ? (credential.name ?? PRINCIPAL) : PRINCIPAL;
}

/** Why a gateway that listens on an address must require a token, in a sentence, or `undefined`. */
export function noAuthProblem(host: string): string | undefined {
  if (isLoopback(host)) return undefined;
  return `--no-auth works on loopback addresses only: '${host}' can be reached from other machines. Leave out --no-auth, or listen on 127.0.0.1.`;
}

/** Refuses duplicates that programs read differently, and more headers than Node passes on, because any of them may have been cut off. */
function headProblem({ rawHeaders }: GuardRequest): Refusal | undefined {
  if (rawHeaders.length > MAX_HEADERS * 2)
    return refuse('too_many_headers', `At most ${MAX_HEADERS} headers are accepted.`);
  let hosts = 0;
  let tokens = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') tokens++;
  }
  if (hosts !== 1) return refuse('bad_request', 'The request must have exactly one Host header.');
  return tokens > 1 ? refuse('bad_request', 'The request may have at most one Authorization header.') : undefined;
}

function identifyHost(
  request: GuardRequest,
  check: (header: string) => KnownHost | 'malformed' | 'foreign',
): KnownHost | Refusal {
  const host = headerOf(request, 'host') ?? '';
  const verdict = check(host);
  if (typeof verdict === 'object') return verdict;
  if (verdict === 'malformed') return refuse('bad_request', 'The Host header is not a name with a port.');
  return refuse(
    'forbidden',
    `This gateway does not answer to the name '${toPrintable(host, 100)}'. If it should, put it into allowedHosts in toolmark.json.`,
  );
}

function fetchMetadata(request: GuardRequest, { area }: Target, origin: OriginVerdict | undefined): FetchMetadata {
  const mode = headerOf(request, 'sec-fetch-mode');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return {
    site: headerOf(request, 'sec-fetch-site'),
    mode,
    isSafeMethod: isRead || request.method === 'OPTIONS',
    opensPage: isRead && mode === 'navigate' && headerOf(request, 'sec-fetch-dest') === 'document' && area === 'page',
    origin,
  };
}

function pageProblem(request: GuardRequest, fetched: FetchMetadata): string | undefined {
  if (fetched.origin !== 'foreign') return fetchProblem(fetched);
  return `Pages of ${toPrintable(headerOf(request, 'origin') ?? '', 100)} may not call this gateway. If they should, put the origin into allowedOrigins in toolmark.json.`;
}

/** Public are the files of the page and the health probes, which hold no user data, and signing in with the token. */
function isPublic({ method }: GuardRequest, { path, area }: Target, { origin }: FetchMetadata): boolean {
  if (method === 'GET' || method === 'HEAD') return area === 'page';
  // Browsers would not send the cookie for a page of another origin.
  return method === 'POST' && path === SIGN_IN_PATH && origin !== 'allowed';
}

function isPreflight(request: GuardRequest): boolean {
  return request.method === 'OPTIONS' && headerOf(request, 'access-control-request-method') !== undefined;
}

function parseTarget(url: string): Target | Refusal {
  const problem = targetProblem(url);
  if (problem !== undefined) return refuse('bad_request', problem);
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  return { path, area: areaOf(path) };
}

/** Node joins duplicates into one text, so any other type means that the header was not sent. */
function headerOf({ headers }: GuardRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
