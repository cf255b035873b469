import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { type ApiErrorCode, apiErrorSchema } from '@toolmark/api-contract';
import { toPrintable, toSeconds, toShownUrl } from '@toolmark/reach';
import { type FoundGateway, findGateway, type GatewayAddress, parseJson, toSentence } from './find-gateway.ts';
import type { Io } from './io.ts';
import { toOptionProblems } from './options/option-names.ts';
import { createSilence } from './silence.ts';

export type { GatewayAddress } from './find-gateway.ts';

/** The REST API of a running gateway. */
export interface GatewayClient {
  /** Its origin, without a path. */
  readonly origin: string;
  readonly request: <Value>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    answer: Shape<Value>,
    options?: RequestOptions,
  ) => Promise<Result<Answer<Value>, Refusal>>;
  /** Streams an answer. Reading throws if the connection breaks or is silent for too long. */
  readonly open: (path: string, options: OpenOptions) => Promise<Result<AsyncIterable<Uint8Array>, Refusal>>;
}

interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** JSON text that is sent unchanged, for numbers with more digits than JavaScript keeps. */
  readonly bodyText?: string;
  readonly patienceMs?: number;
}

interface OpenOptions {
  readonly accept: string;
  /** Sent as JSON, with POST. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The longest silence. */
  readonly silenceMs: number;
}

/** The part of a contract schema that is used here. */
interface Shape<Value> {
  readonly safeParse: (
    value: unknown,
  ) => { readonly success: true; readonly data: Value } | { readonly success: false };
}

export interface Answer<Value> {
  readonly status: number;
  readonly value: Value;
  /** The raw answer, including fields that this version does not know. */
  readonly json: unknown;
}

/** Why there is no answer, as a sentence. */
export interface Refusal {
  /** `undefined` if nothing answered. */
  readonly status: number | undefined;
  readonly message: string;
  /** The API's error code; `undefined` if it sent none. */
  readonly error?: ApiErrorCode | undefined;
}

/** Longer than a gateway waits for its record or a restarted server, so that its own error arrives first. */
const TIMEOUT_MS = 45_000;

/**
 * Finds the gateway that runs on a data folder, or uses the given URL, with its token.
 *
 * @example
 * const gateway = await openGateway({ data: './data' }, io);
 * if (gateway.ok) await gateway.value.request('GET', '/servers', serverListSchema);
 */
export async function openGateway(address: GatewayAddress, io: Io): Promise<Result<GatewayClient, string>> {
  const found = await findGateway(address, io);
  return found.ok ? ok(createClient(found.value, io)) : err(toSentence(found.error));
}

/** A client for a gateway that is already found. */
export function createClient(
  { base, token, notRunning }: FoundGateway,
  { signal: interrupted, version }: Io,
): GatewayClient {
  const headersFor = (accept: string): Record<string, string> => ({
    accept,
    'toolmark-client': `cli/${version}`,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });
  return {
    origin: base.origin,
    request: async (method, path, answer, { body, bodyText, patienceMs = TIMEOUT_MS } = {}) => {
      const sent = bodyText ?? (body === undefined ? undefined : JSON.stringify(body));
      const url = new URL(`/api/v1${path}`, base);
      const patience = AbortSignal.timeout(patienceMs);
      let response: Response;
      let text: string;
      try {
        response = await fetch(url, {
          method,
          headers: {
            ...headersFor('application/json'),
            ...typeOf(sent),
          },
          ...(sent === undefined ? {} : { body: sent }),
          // A redirect would pass the token on.
          redirect: 'error',
          signal: AbortSignal.any([interrupted, patience]),
        });
        text = await response.text();
      } catch (error) {
        return err({ status: undefined, message: explain(error, url, notRunning, patience.aborted ? patienceMs : 0) });
      }
      const json = parseJson(text);
      if (!response.ok) return err(refusalOf(response, json, url));
      const parsed = answer.safeParse(json);
      if (!parsed.success) return err({ status: response.status, message: unexpectedAnswer(url, 'something else') });
      return ok({ status: response.status, value: parsed.data, json });
    },
    open: async (path, { accept, body, headers = {}, silenceMs }) => {
      const url = new URL(`/api/v1${path}`, base);
      const silence = createSilence(silenceMs);
      const signal = AbortSignal.any([interrupted, silence.signal]);
      try {
        const response = await fetch(url, {
          headers: { ...headersFor(accept), ...headers, ...typeOf(body) },
          ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
          redirect: 'error',
          signal,
        });
        if (response.ok && response.body !== null) return ok(silence.watch(response.body));
        const json = parseJson(await response.text());
        silence.end();
        return err(refusalOf(response, json, url));
      } catch (error) {
        silence.end();
        return err({
          status: undefined,
          message: explain(error, url, notRunning, silence.signal.aborted ? silenceMs : 0),
        });
      }
    },
  };
}

const typeOf = (body: unknown): Record<string, string> =>
  body === undefined ? {} : { 'content-type': 'application/json' };

function refusalOf({ status }: Response, json: unknown, url: URL): Refusal {
  const said = errorOf(json);
  if (said === undefined) return { status, message: unexpectedAnswer(url, `status ${status}`) };
  return { status, message: status === 401 ? `${said.message} ${TOKEN_ADVICE}` : said.message, error: said.code };
}

/** The gateway's own advice is for developers of clients. */
const TOKEN_ADVICE = 'Set the data folder that contains the token with --data <folder>.';

function explain(error: unknown, url: URL, notRunning: string, lateMs: number): string {
  if (lateMs > 0) return `The gateway at ${url.origin} did not answer within ${toSeconds(lateMs)}.`;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ECONNREFUSED') return notRunning;
  return `The gateway at ${url.origin} cannot be asked: ${toPrintable(toMessage(cause))}`;
}

/** The API's error message; it may contain names that a server or a person chose. */
function errorOf(json: unknown): { readonly message: string; readonly code: ApiErrorCode } | undefined {
  const parsed = apiErrorSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { code, message, problems = [] } = parsed.data.error;
  return { code, message: toPrintable(toOptionProblems(problems) ?? message, 1_000) };
}

const unexpectedAnswer = (url: URL, what: string): string =>
  `${toShownUrl(url)} answered with ${what}: it is not a gateway, or has another version.`;
