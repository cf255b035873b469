import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { translateTo } from '../lang/lang.ts';
import { type AddressPolicy, createAddressPolicy, type Resolve } from './address-policy.ts';
import { type DownloadOptions, download } from './download.ts';

const t = translateTo('en');
const { signal } = new AbortController();
let folder: string;
let file: string;
const servers: Server[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolmark-download-'));
  file = join(folder, 'file');
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await rm(folder, { recursive: true });
});

/** A local server that records its requests. */
async function serve(answer: RequestListener, host = '127.0.0.1') {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.headers.host}${request.url}`);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return { seen, port, url: `http://${host}:${port}` };
}

const local: AddressPolicy = createAddressPolicy({ t, mayReachPrivate: true });
const get = (url: string, more: Partial<DownloadOptions> = {}) =>
  download(url, file, { policy: local, t, signal, ...more });

/** Treats 127.0.0.1 as public, because tests have no other address; all other rules apply. */
const pretend = (resolve: Resolve): AddressPolicy => {
  const strict = createAddressPolicy({ t, resolve });
  const open = createAddressPolicy({ t, resolve, mayReachPrivate: true });
  return {
    check: async (address, base, given) => {
      const checked = await open.check(address, base, given);
      return checked.addresses.every((one) => one.address === '127.0.0.1')
        ? checked
        : strict.check(address, base, given);
    },
  };
};

describe('a download', () => {
  it('is a new file that only this user can read', async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'Text/Plain; charset=utf-8' }).end('hello'),
    );
    expect(await get(`${url}/a.txt`)).toMatchObject({ size: 5, contentType: 'text/plain' });
    expect(await readFile(file, 'utf8')).toBe('hello');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('does not replace or remove an existing file', async () => {
    await writeFile(file, 'mine');
    const { url } = await serve((_request, response) => response.end('theirs'));
    await expect(get(url)).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  it.each([
    [404, 'NOT_FOUND'],
    [403, 'NOT_ALLOWED'],
    [429, 'RATE_LIMITED'],
    [503, 'UNREACHABLE'],
    [206, 'UNEXPECTED_REPLY'],
  ])('of status %d fails with %s', async (status, code) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end('x'));
    await expect(get(url)).rejects.toMatchObject({ code });
    expect(existsSync(file)).toBe(false);
  });

  it('stops at its limit, announced or not, and removes the file', async () => {
    const announced = await serve((_request, response) =>
      response.writeHead(200, { 'content-length': 2_000 }).flushHeaders(),
    );
    await expect(get(announced.url, { limit: 1_000 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    const endless = await serve((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(500)));
        response.once('drain', more);
      };
      more();
    });
    await expect(get(endless.url, { limit: 1_000 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(existsSync(file)).toBe(false);
  });

  it('stops at its deadline or with its call, and removes the file', async () => {
    const { url } = await serve((_request, response) => response.writeHead(200).write('some'));
    await expect(get(url, { deadlineMs: 50 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const call = new AbortController();
    const running = get(url, { signal: call.signal });
    await expect.poll(() => existsSync(file)).toBe(true);
    call.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    expect(existsSync(file)).toBe(false);
  });

  it('that is interrupted fails, and removes the file', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('some', () => response.destroy());
    });
    await expect(get(url)).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(existsSync(file)).toBe(false);
  });

  it('is refused if it is compressed', async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    await expect(get(url)).rejects.toMatchObject({
      code: 'UNEXPECTED_REPLY',
      message: expect.stringContaining('gzip'),
    });
  });
});

describe('an address that is refused', () => {
  it.each(['127.0.0.1', '127.0.0.2'])('is never connected to: %s', async (host) => {
    const { url, seen } = await serve((_request, response) => response.end('secret'), host);
    await expect(get(url, { policy: createAddressPolicy({ t }) })).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(seen).toEqual([]);
  });

  it('is not reached through a redirect', async () => {
    const inner = await serve((_request, response) => response.end('secret'), '127.0.0.2');
    const outer = await serve((_request, response) => response.writeHead(302, { location: inner.url }).end());
    const policy = pretend(async () => [{ address: '127.0.0.1', family: 4 }]);
    await expect(get(`http://public.example:${outer.port}/`, { policy })).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
    expect([outer.seen.length, inner.seen]).toEqual([1, []]);
    expect(existsSync(file)).toBe(false);
  });

  it('is not reached through a name that changes its address after the check (DNS rebinding)', async () => {
    let asked = 0;
    const answers = ['127.0.0.1', '127.0.0.2'];
    const resolve: Resolve = async () => [{ address: answers[asked++] ?? '127.0.0.2', family: 4 }];
    const inner = await serve((_request, response) => response.end('secret'), '127.0.0.2');
    const outer = await serve((_request, response) => response.end('public'));
    await expect(get(`http://rebound.example:${inner.port}/`, { policy: pretend(resolve) })).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
    expect([asked, inner.seen]).toEqual([1, []]);
    asked = 0;
    await get(`http://rebound.example:${outer.port}/`, { policy: pretend(resolve) });
    expect([asked, outer.seen]).toEqual([1, [`rebound.example:${outer.port}/`]]);
  });
});

describe('redirects', () => {
  it('are followed, relative ones too, up to five', async () => {
    const { url, seen } = await serve((request, response) => {
      const count = Number(request.url?.slice(1));
      if (count === 0) response.end('there');
      else response.writeHead(307, { location: `/${count - 1}` }).end();
    });
    expect((await get(`${url}/5`)).url.pathname).toBe('/0');
    expect(seen).toHaveLength(6);
    await rm(file);
    await expect(get(`${url}/6`)).rejects.toMatchObject({ code: 'UNEXPECTED_REPLY' });
  });

  it.each([
    ['file:///etc/passwd', 'ADDRESS_REFUSED'],
    ['http://user:pw@127.0.0.1/', 'ADDRESS_REFUSED'],
    [undefined, 'UNEXPECTED_REPLY'],
  ])('to %s fail with %s', async (location, code) => {
    const { url } = await serve((_request, response) => response.writeHead(302, location ? { location } : {}).end());
    await expect(get(url)).rejects.toMatchObject({ code });
  });
});
