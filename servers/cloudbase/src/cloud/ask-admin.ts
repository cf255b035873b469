import type { Translate } from '../lang/lang.ts';
import type { Credentials } from '../session/session.ts';
import { toCloudError } from './cloud-errors.ts';
import { signCos } from './cos-signature.ts';
import { type HttpOptions, type HttpReply, sendHttp, unexpectedReply } from './http.ts';

export interface AdminRequest {
  readonly url: URL;
  readonly envId: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface AdminOptions extends HttpOptions {
  readonly credentials: (signal: AbortSignal) => Promise<Credentials>;
  readonly now: () => number;
}

/** Signed headers that identify the calling client. */
const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'cloudbase-manager-node/0.1.0',
  'x-tcb-source': 'cloudbase-manager-node, not-scf',
} as const;
const SIGNED_SECONDS = 900;

/** Sends a request to the older storage API, whose signature is a field of the body. Returns `data` of the answer. */
export async function askAdmin(
  request: AdminRequest,
  options: AdminOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const { url, envId, action, params, signal } = request;
  const { credentials, now, t } = options;
  const reply = await sendHttp(
    {
      what: action,
      url,
      method: 'POST',
      signal,
      // Its actions only return addresses, so a repeat is safe.
      isRepeatable: /\.(get|batchGet)/.test(action),
      prepare: async () => {
        const keys = await credentials(signal);
        const time = now();
        const fields = { ...params, action, envName: envId, timestamp: time };
        const from = Math.floor(time / 1000) - 1;
        const authorization = signCos(
          {
            method: 'POST',
            path: decodeURIComponent(url.pathname),
            params: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toText(value)])),
            headers: HEADERS,
            from,
            until: from + SIGNED_SECONDS,
          },
          keys,
        );
        return {
          headers: HEADERS,
          body: JSON.stringify({ ...fields, sessionToken: keys.token ?? '', authorization }),
        };
      },
    },
    options,
  );
  return toData(reply, action, t);
}

function toData(reply: HttpReply, action: string, t: Translate): Readonly<Record<string, unknown>> {
  const answer = parse(reply.text);
  if (answer === undefined) throw unexpectedReply(action, reply, 'no JSON', t);
  const { code, message, requestId, data } = answer;
  if (typeof code === 'string' && code !== '' && code !== 'SUCCESS')
    throw toCloudError(
      {
        what: action,
        cloudCode: code,
        message: typeof message === 'string' ? message : '',
        requestId: typeof requestId === 'string' ? requestId : undefined,
      },
      t,
    );
  if (!isRecord(data)) throw unexpectedReply(action, reply, 'no "data"', t);
  return data;
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
