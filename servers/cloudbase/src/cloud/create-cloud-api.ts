import { type Language, type Translate, translateTo } from '../lang/lang.ts';
import type { Credentials } from '../session/session.ts';
import { type CloudApi, type CloudReply, type CloudRequest, VERSIONS } from './cloud-api.ts';
import { isRateLimit, toCloudError } from './cloud-errors.ts';
import type { Endpoints } from './endpoints.ts';
import { type HttpReply, sendHttp, unexpectedReply } from './http.ts';
import { signTc3 } from './tc3.ts';

export interface CloudApiOptions {
  readonly endpoints: Pick<Endpoints, 'cloudApi'>;
  /** Called for each attempt, because temporary keys are renewed. */
  readonly credentials: (signal: AbortSignal) => Promise<Credentials>;
  readonly region: string;
  /** The language of errors. */
  readonly language?: Language;
  readonly fetch?: typeof globalThis.fetch;
  /** In milliseconds. */
  readonly now?: () => number;
  readonly backoffMs?: number;
}

const TYPE = 'application/json';
/** Prefixes of actions that only read. */
const READS = /^(Describe|List|Get|Query|Check|Search|TcbCheck)/;

/**
 * Cloud API 3.0: one POST for each action, signed by TC3.
 *
 * @example
 * const api = createCloudApi({ endpoints: TENCENT, credentials: session.credentials, region: 'ap-shanghai' });
 * const { EnvList } = await api.request({ service: 'tcb', action: 'DescribeEnvs', payload: {}, signal });
 */
export function createCloudApi(options: CloudApiOptions): CloudApi {
  const t = translateTo(options.language ?? 'en');
  const { endpoints, credentials, region, now = Date.now } = options;
  return {
    request: async (request) => {
      const { service, action, payload, signal, version = VERSIONS[service] } = request;
      const url = endpoints.cloudApi(service);
      const body = JSON.stringify(payload);
      const reply = await sendHttp(
        {
          what: action,
          url,
          method: 'POST',
          signal,
          isRepeatable: request.isRepeatable ?? READS.test(action),
          isRefusedForNow: ({ text }) => isRateLimit(codeIn(text)),
          prepare: async () => {
            const keys = await credentials(signal);
            const timestamp = Math.floor(now() / 1000);
            const signed = { method: 'POST', url, service, headers: { 'content-type': TYPE }, body, timestamp };
            return {
              headers: {
                'content-type': TYPE,
                'x-tc-action': action,
                'x-tc-version': version,
                'x-tc-region': region,
                'x-tc-timestamp': String(timestamp),
                ...(keys.token !== undefined && { 'x-tc-token': keys.token }),
                authorization: signTc3(signed, keys),
              },
              body,
            };
          },
        },
        { ...options, t },
      );
      return toReply(reply, request, t);
    },
  };
}

function toReply(reply: HttpReply, { action }: CloudRequest, t: Translate): CloudReply {
  const answer = answerIn(reply.text);
  if (answer === undefined) throw unexpectedReply(action, reply, 'no JSON with "Response"', t);
  const { RequestId, Error: failure } = answer;
  const requestId = typeof RequestId === 'string' ? RequestId : '';
  if (isRecord(failure)) {
    const { Code, Message } = failure;
    throw toCloudError(
      {
        what: action,
        cloudCode: typeof Code === 'string' ? Code : 'Unknown',
        message: typeof Message === 'string' ? Message : '',
        requestId,
      },
      t,
    );
  }
  return { ...answer, RequestId: requestId };
}

/** Tencent also answers failures with status 200, so only the body is checked. */
function answerIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) && isRecord(parsed['Response']) ? parsed['Response'] : undefined;
  } catch {
    return undefined;
  }
}

function codeIn(text: string): string {
  // Long answers are never errors.
  if (text.length > 10_000) return '';
  const failure = answerIn(text)?.['Error'];
  return isRecord(failure) && typeof failure['Code'] === 'string' ? failure['Code'] : '';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
