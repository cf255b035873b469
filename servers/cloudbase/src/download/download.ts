import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CloudBaseError } from '../errors.ts';
import type { Translate } from '../lang/lang.ts';
import type { AddressPolicy, CheckedAddress } from './address-policy.ts';

export interface DownloadOptions {
  readonly policy: AddressPolicy;
  readonly t: Translate;
  readonly signal: AbortSignal;
  /** The size limit in bytes; the default is 100 MB. */
  readonly limit?: number;
  /** The deadline for all redirects and the body; the default is 5 minutes. */
  readonly deadlineMs?: number;
}

export interface Downloaded {
  readonly size: number;
  /** Lower case, without parameters; empty if the server sent none. */
  readonly contentType: string;
  /** The final address after redirects. */
  readonly url: URL;
}

const DOWNLOAD_LIMIT: number = 100 * 1024 * 1024;
const DEADLINE_MS = 5 * 60_000;
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Downloads to a new file that only this user can read. Checks every address before connecting, including redirects.
 * Removes the file on failure. Throws ADDRESS_REFUSED, NOT_FOUND, NOT_ALLOWED, TOO_LARGE, TIMEOUT, UNREACHABLE, UNEXPECTED_REPLY.
 *
 * @example
 * const { size } = await download('https://example.com/a.zip', '/tmp/own/a.zip', { policy, t, signal });
 */
export async function download(address: string, file: string, options: DownloadOptions): Promise<Downloaded> {
  const { t, deadlineMs = DEADLINE_MS } = options;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = AbortSignal.any([options.signal, deadline]);
  try {
    return await follow(address, file, { ...options, signal });
  } catch (error) {
    options.signal.throwIfAborted();
    if (deadline.aborted)
      throw new CloudBaseError(
        'TIMEOUT',
        t(`The download took longer than ${deadlineMs / 1000} s.`, `下载超过了 ${deadlineMs / 1000} 秒。`),
      );
    if (error instanceof CloudBaseError) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new CloudBaseError('UNREACHABLE', t(`The download failed${code}. Try again.`, `下载失败${code}，请重试。`));
  }
}

async function follow(address: string, file: string, options: DownloadOptions): Promise<Downloaded> {
  const { policy, signal, t } = options;
  let next = await policy.check(address, undefined, signal);
  for (let redirects = 0; ; redirects++) {
    const response = await get(next, signal);
    const { statusCode: status = 0, headers } = response;
    if (!REDIRECTS.has(status)) return await save(response, file, next.url, options);
    // The body of a redirect is not needed, and may be endless.
    response.destroy();
    if (redirects === MAX_REDIRECTS)
      throw new CloudBaseError(
        'UNEXPECTED_REPLY',
        t(`More than ${MAX_REDIRECTS} redirects.`, `重定向超过 ${MAX_REDIRECTS} 次。`),
      );
    if (headers.location === undefined)
      throw new CloudBaseError('UNEXPECTED_REPLY', t('A redirect names no address.', '重定向没有给出地址。'));
    const from = next.url;
    next = await policy.check(headers.location, from, signal);
    if (from.protocol === 'https:' && next.url.protocol === 'http:')
      throw new CloudBaseError(
        'ADDRESS_REFUSED',
        t('A redirect from https to http is not followed.', '不会跟随从 https 到 http 的重定向。'),
      );
  }
}

/** Connects only to the checked addresses, without another DNS lookup. */
function get({ url, addresses }: CheckedAddress, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      agent: false,
      signal,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'toolmark-cloudbase' },
      lookup: (_host, { all }, callback) => {
        const [first] = addresses;
        if (all) callback(null, [...addresses]);
        else callback(null, first?.address ?? '', first?.family ?? 4);
      },
    });
    request.once('response', resolve);
    request.on('error', reject);
    request.end();
  });
}

async function save(
  response: IncomingMessage,
  file: string,
  url: URL,
  { t, limit = DOWNLOAD_LIMIT, signal }: DownloadOptions,
): Promise<Downloaded> {
  try {
    const { statusCode: status = 0, headers } = response;
    if (status !== 200) throw statusFailure(status, t);
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity')
      throw new CloudBaseError(
        'UNEXPECTED_REPLY',
        t(
          `The server compressed the file (${encoding}) without being asked. Download it another way.`,
          `服务器未经请求压缩了文件（${encoding}），请用其他方式下载。`,
        ),
      );
    const tooLarge = new CloudBaseError(
      'TOO_LARGE',
      t(`The file exceeds the download limit of ${toMb(limit)} MB.`, `文件超过下载上限 ${toMb(limit)} MB。`),
      { limit },
    );
    if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge;
    let size = 0;
    const count = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size += chunk.length;
        if (size > limit) done(tooLarge);
        else done(null, chunk);
      },
    });
    const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    // Do not remove a file that another process created.
    const created = new Promise<boolean>((resolve) => {
      output.once('open', () => resolve(true));
      output.once('error', () => resolve(false));
    });
    try {
      await pipeline(response, count, output, { signal });
    } catch (error) {
      if (await created) await rm(file, { force: true });
      throw error;
    }
    const [contentType = ''] = (headers['content-type'] ?? '').split(';');
    return { size, contentType: contentType.trim().toLowerCase(), url };
  } finally {
    response.destroy();
  }
}

function statusFailure(status: number, t: Translate): CloudBaseError {
  const code =
    status === 404 || status === 410
      ? 'NOT_FOUND'
      : status === 401 || status === 403
        ? 'NOT_ALLOWED'
        : status === 429
          ? 'RATE_LIMITED'
          : status >= 500
            ? 'UNREACHABLE'
            : 'UNEXPECTED_REPLY';
  return new CloudBaseError(code, t(`The server answered ${status}.`, `服务器返回 ${status}。`), { status });
}

const toMb = (bytes: number): number => Math.round((bytes / 1024 / 1024) * 100) / 100;
