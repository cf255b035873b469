import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type HttpServer, listen } from './http-server.ts';

async function open(host: string, port: number): Promise<HttpServer> {
  const listening = await listen(host, port);
  if (!listening.ok) throw new Error(listening.error);
  onTestFinished(() => {
    listening.value.stopListening();
    listening.value.cut();
  });
  return listening.value;
}

describe('listen', () => {
  it.each([
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['localhost', /^http:\/\/localhost:\d+$/],
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
  ])('gives an address that a client on this machine can use: %s', async (host, url) => {
    const http = await open(host, 0);
    expect(http.url).toMatch(url);
    http.serve((_request, response) => void response.end('here'));
    expect(await (await fetch(http.url)).text()).toBe('here');
  });

  it.each(['127.0.0.1', 'localhost', '0.0.0.0', '::1'])('is known by the name localhost: %s', async (host) => {
    const http = await open(host, 0);
    expect(http.localhostUrl).toBe(`http://localhost:${http.port}`);
    http.serve((_request, response) => void response.end('here'));
    // Browsers may resolve the name to either address.
    for (const address of ['127.0.0.1', '[::1]', 'localhost'])
      expect(await (await fetch(`http://${address}:${http.port}`)).text()).toBe('here');
  });

  it('is not known by that name if another program has the other address', async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, '::1', resolve));
    onTestFinished(() => void squatter.close());
    const http = await open('127.0.0.1', (squatter.address() as AddressInfo).port);
    expect(http.localhostUrl).toBeUndefined();
  });

  it('has no such name on another interface', async () => {
    expect((await open('127.0.0.2', 0)).localhostUrl).toBeUndefined();
  });

  it('answers 503 until it has a handler', async () => {
    const http = await open('127.0.0.1', 0);
    expect((await fetch(http.url)).status).toBe(503);
  });

  it('says what to do about a port in use', async () => {
    const { port } = await open('127.0.0.1', 0);
    const second = await listen('127.0.0.1', port);
    expect(second).toEqual({
      ok: false,
      error: expect.stringContaining(`port ${port} on 127.0.0.1 is in use`) as string,
    });
  });

  it('says what to do about an address of another machine', async () => {
    const listening = await listen('192.0.2.1', 0);
    expect(listening).toEqual({ ok: false, error: expect.stringContaining('--host') as string });
  });
});
