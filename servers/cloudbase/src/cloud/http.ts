import { setTimeout as sleep } from 'node:timers/promises';
import { CloudBaseError } from '../errors.ts';
import type { Translate } from '../lang/lang.ts';
import { LIMITS } from './limits.ts';

export interface HttpOptions {
  readonly t: Translate;
  readonly fetch?: typeof globalThis.fetch;
  /** The first pause before a repeat; later ones double. */
  readonly backoffMs?: number;
}

export interface HttpRequest {
  /** The name of the request for error messages: `DescribeEnvs`. */
  readonly what: string;
  readonly url: URL;
  readonly method: string;
  /** Called for each attempt, because signatures expire and streams can be read only once. */
  readonly prepare: () => Promise<Prepared>;
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
  /** Whether it may be retried after a failure with an unknown outcome. */
  readonly isRepeatable: boolean;
  /** Whether an answer says that the request was not executed and may be retried. */
  readonly isRefusedForNow?: (reply: HttpReply) => boolean;
}

interface Prepared {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | ReadableStream<Uint8Array>;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Errors before anything was sent. */
const NOT_SENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const REPEATED_STATUSES: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** Sends a request with a deadline and a limit for its answer. It is retried only if that is safe; redirects are refused. */
export async function sendHttp(request: HttpRequest, options: HttpOptions): Promise<HttpReply> {
  const { t, backoffMs = 250 } = options;
  const { what, url, isRepeatable, isRefusedForNow = () => false, deadlineMs = LIMITS.deadlineMs } = request;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = AbortSignal.any([request.signal, deadline]);
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= LIMITS.attempts;
    try {
      const reply = await sendOnce(request, options, signal);
      const mayRepeat = isRefusedForNow(reply) || (isRepeatable && REPEATED_STATUSES.has(reply.status));
      if (isLast || !mayRepeat) return reply;
    } catch (error) {
      if (error instanceof CloudBaseError) throw error;
      if (request.signal.aborted) throw request.signal.reason;
      if (deadline.aborted) throw timedOut(what, deadlineMs, t);
      if (isLast || !(isRepeatable || NOT_SENT.has(codeOf(error)))) throw unreachable(url, error, t);
    }
    await sleep(backoffMs * 2 ** (attempt - 1), undefined, { signal }).catch(() => {
      throw request.signal.aborted ? request.signal.reason : timedOut(what, deadlineMs, t);
    });
  }
}

async function sendOnce(
  { what, url, method, prepare }: HttpRequest,
  { t, fetch = globalThis.fetch }: HttpOptions,
  signal: AbortSignal,
): Promise<HttpReply> {
  const { headers, body } = await prepare();
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal,
    ...(body !== undefined && { body, duplex: 'half' }),
  });
  const { status } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    throw new CloudBaseError(
      'UNEXPECTED_REPLY',
      t(
        `${what}: ${url.host} redirects (status ${status}), and signed requests do not follow. Check the region and the network.`,
        `${what}：${url.host} 返回重定向（状态码 ${status}），已签名的请求不会跟随。请检查地域和网络。`,
      ),
      { status },
    );
  }
  return { status, headers: response.headers, text: await readText(response, what, t) };
}

async function readText(response: Response, what: string, t: Translate): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > LIMITS.replyBytes)
      throw new CloudBaseError(
        'TOO_LARGE',
        t(
          `${what}: the answer is longer than ${LIMITS.replyBytes} bytes, the limit of this server. Ask for less.`,
          `${what}：响应超过本服务的上限 ${LIMITS.replyBytes} 字节，请缩小查询范围。`,
        ),
        { limitBytes: LIMITS.replyBytes },
      );
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The error for an answer in an unknown format, such as a proxy's HTML page. */
export const unexpectedReply = (
  what: string,
  { status, headers }: HttpReply,
  problem: string,
  t: Translate,
): CloudBaseError =>
  new CloudBaseError(
    'UNEXPECTED_REPLY',
    t(
      `${what}: the answer is not one of Tencent Cloud (${problem}; status ${status}, ${headers.get('content-type') ?? 'no content type'}). A proxy may have answered.`,
      `${what}：响应不是腾讯云的格式（${problem}；状态码 ${status}，${headers.get('content-type') ?? '无内容类型'}），可能来自代理服务器。`,
    ),
    { status },
  );

const timedOut = (what: string, deadlineMs: number, t: Translate): CloudBaseError =>
  new CloudBaseError(
    'TIMEOUT',
    t(
      `${what}: no answer within ${deadlineMs / 1000} s. It is unknown whether the change was made: check before you repeat it.`,
      `${what}：${deadlineMs / 1000} 秒内没有响应。操作是否完成未知，请先查询再重试。`,
    ),
    { deadlineMs },
  );

function unreachable(url: URL, error: unknown, t: Translate): CloudBaseError {
  const reason = networkReason(error);
  return new CloudBaseError(
    'UNREACHABLE',
    t(`${url.host} cannot be reached: ${reason}. Check the network.`, `无法连接 ${url.host}：${reason}。请检查网络。`),
  );
}

const codeOf = (error: unknown): unknown => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
};

/** Never empty: the cause of a `fetch` error can be an AggregateError without a message. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error) return cause.message || String(codeOf(error) ?? cause.name);
  return String(cause);
}
