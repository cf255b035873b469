import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TestGateway } from '../gateway/fixtures/gateway.ts';
import { callMeanwhile, PATIENCE_MS, startAttacked } from './fixtures/hostile.ts';

function open({ mcpUrl, token }: TestGateway, header: string): Promise<Socket> {
  const { hostname, port, host, pathname } = new URL(mcpUrl);
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    header,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      resolve(socket);
    });
    socket.on('error', reject);
    onTestFinished(() => {
      socket.destroy();
    });
  });
}

const flush = (socket: Socket, text: string): Promise<void> =>
  new Promise((resolve) => {
    socket.write(text, () => resolve());
  });

describe('a body that takes its time', () => {
  it('in 300 requests that send a byte now and then keeps nobody else waiting', async () => {
    const attacked = await startAttacked();
    const sockets = await Promise.all(
      Array.from({ length: 300 }, () => open(attacked.gateway, 'content-length: 1000000')),
    );
    const attack = (async () => {
      for (let round = 0; round < 50; round++) await Promise.all(sockets.map((socket) => flush(socket, ' ')));
    })();
    expect(await callMeanwhile(attacked, attack)).toBeLessThan(PATIENCE_MS);
    expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true);
    expect(attacked.reached()).toEqual([]);
  });

  it('in chunks of a byte is read for what it is, and takes memory for its bytes only', async () => {
    const attacked = await startAttacked();
    const socket = await open(attacked.gateway, 'transfer-encoding: chunked');
    const answered = new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(data.toString()));
    });
    const attack = (async () => {
      for (let sent = 0; sent < 400_000; sent += 10_000) await flush(socket, '1\r\n \r\n'.repeat(10_000));
      await flush(socket, '1\r\n{\r\n0\r\n\r\n');
      return await answered;
    })();
    expect(await callMeanwhile(attacked, attack)).toBeLessThan(PATIENCE_MS);
    expect(await attack).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":-32700/);
  });
});
