import { toPrintable } from '@toolmark/reach';
import { isLoopback } from './authority.ts';
import { fetchProblem } from './check-fetch.ts';
import { createHostCheck, type HostRules, type KnownHost } from './check-host.ts';
import { createOriginCheck, type OriginVerdict } from './check-origin.ts';
import { targetProblem } from './check-target.ts';
import { createTokenCheck } from './check-token.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { demandToken, type Refusal, refuse } from './refusal.ts';
import { MAX_HEADERS } from './server-options.ts';

/** Decides about a request by its head alone, before anything else looks at it. Pure but for what it remembers. */
export interface Guard {
  readonly decide: (request: GuardRequest) => GuardVerdict;
}

export interface GuardOptions extends HostRules {
  readonly allowedOrigins: readonly string[];
  /** `undefined` lets everybody in who can reach us, which must be a loopback address. */
  readonly token: string | undefined;
  /** The file with the token, for people who are asked for it. */
  readonly tokenFile: string;
}

/** As much of `IncomingMessage` as counts. */
export interface GuardRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawHeaders: readonly string[];
}

type GuardVerdict =
  | { readonly kind: 'admit'; readonly principal: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'preflight'; readonly headers: Readonly<Record<string, string>> }
  | Refusal;

/** There is one token, so there is one principal. */
const PRINCIPAL = 'local';

const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({});
const ADMITTED: GuardVerdict = Object.freeze({ kind: 'admit', principal: PRINCIPAL, headers: NO_HEADERS });

/** For probes of a supervisor and for who looks what this is; neither has a token. They tell no names. */
const PUBLIC_PATHS: ReadonlySet<string> = new Set(['/', '/healthz', '/readyz']);

/** By far the most frequent target, known to be well-formed. */
const MCP_PATH = '/mcp';

/**
 * Makes the guard of a listening gateway. The checks, in order: number of headers; `Host`; target; WebSocket; `Origin` and
 * `Sec-Fetch-*`; preflight; token.
 *
 * @example
 * const guard = createGuard({ host: '127.0.0.1', port: 7420, allowedHosts: [], allowedOrigins: [], token, tokenFile });
 * guard.decide(request).kind // 'admit'
 */
export function createGuard(options: GuardOptions): Guard {
  const { token, host } = options;
  const problem = token === undefined ? noAuthProblem(host) : undefined;
  if (problem !== undefined) throw new Error(problem);
  const checkHost = createHostCheck(options);
  const checkOrigin = createOriginCheck(options.allowedOrigins);
  const checkToken = token === undefined ? () => 'right' as const : createTokenCheck(token);
  const whereTokenIs = isLoopback(host)
    ? options.tokenFile
    : "the file 'token' in the gateway's data folder, ~/.toolmark unless it was started with --data";

  const authorize = (request: GuardRequest, path: string, cors: Readonly<Record<string, string>>): GuardVerdict => {
    const isPublic = PUBLIC_PATHS.has(path) && (request.method === 'GET' || request.method === 'HEAD');
    const verdict = isPublic ? 'right' : checkToken(textOf(request, 'authorization'));
    if (verdict !== 'right') return demandToken(verdict === 'wrong', whereTokenIs, cors);
    return cors === NO_HEADERS ? ADMITTED : { kind: 'admit', principal: PRINCIPAL, headers: cors };
  };

  return {
    decide: (request) => {
      const called = headProblem(request) ?? identifyHost(request, checkHost);
      if ('kind' in called) return called;
      const { url = '' } = request;
      const target = url === MCP_PATH ? undefined : targetProblem(url);
      if (target !== undefined) return refuse('bad_request', target);
      if (textOf(request, 'upgrade')?.toLowerCase().includes('websocket')) {
        return refuse('bad_request', 'There are no WebSockets here.');
      }
      const origin = textOf(request, 'origin');
      const from = origin === undefined ? undefined : checkOrigin(origin, called);
      const foreign = pageProblem(request, from);
      if (foreign !== undefined) return refuse('forbidden', foreign);
      const cors = origin !== undefined && from === 'allowed' ? corsHeaders(origin) : NO_HEADERS;
      if (origin !== undefined && isPreflight(request)) {
        return {
          kind: 'preflight',
          headers: preflightHeaders(origin, textOf(request, 'access-control-request-headers')),
        };
      }
      return authorize(request, pathOf(url), cors);
    },
  };
}

/** Why a gateway may not go without a token on an address, in a sentence, or `undefined`. */
export function noAuthProblem(host: string): string | undefined {
  if (isLoopback(host)) return undefined;
  return `--no-auth works on loopback addresses only: '${host}' can be reached from other machines. Leave out --no-auth, or listen on 127.0.0.1.`;
}

/** Two of these would be read differently by different readers; too many were cut off, and nobody knows what was lost. */
function headProblem({ rawHeaders }: GuardRequest): Refusal | undefined {
  if (rawHeaders.length > MAX_HEADERS * 2) return refuse('too_many_headers', `At most ${MAX_HEADERS} headers, please.`);
  let hosts = 0;
  let tokens = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') tokens++;
  }
  if (hosts !== 1) return refuse('bad_request', 'Exactly one Host header, please.');
  return tokens > 1 ? refuse('bad_request', 'At most one Authorization header, please.') : undefined;
}

function identifyHost(
  request: GuardRequest,
  check: (header: string) => KnownHost | 'malformed' | 'foreign',
): KnownHost | Refusal {
  const host = textOf(request, 'host') ?? '';
  const verdict = check(host);
  if (typeof verdict === 'object') return verdict;
  if (verdict === 'malformed') return refuse('bad_request', 'The Host header is not a name with a port.');
  return refuse(
    'forbidden',
    `This gateway does not answer to the name '${toPrintable(host, 100)}'. If it should, put it into allowedHosts in toolmark.json.`,
  );
}

function pageProblem(request: GuardRequest, from: OriginVerdict | undefined): string | undefined {
  if (from === 'foreign') {
    return `Pages of ${toPrintable(textOf(request, 'origin') ?? '', 100)} may not call this gateway. If they should, put the origin into allowedOrigins in toolmark.json.`;
  }
  const { method = '' } = request;
  return fetchProblem({
    site: textOf(request, 'sec-fetch-site'),
    mode: textOf(request, 'sec-fetch-mode'),
    isSafeMethod: method === 'GET' || method === 'HEAD' || method === 'OPTIONS',
    origin: from,
  });
}

function isPreflight(request: GuardRequest): boolean {
  return request.method === 'OPTIONS' && textOf(request, 'access-control-request-method') !== undefined;
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** Node joins what came twice, so that anything but text was never sent. */
function textOf({ headers }: GuardRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
