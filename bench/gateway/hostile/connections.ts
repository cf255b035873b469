import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './attacks.ts';
import type { Testbed } from './testbed.ts';

/** Attacks of a client that need only connections. */
export const CONNECTION_ATTACKS: readonly Attack[] = [
  { kind: 'connection', shape: 'bodies of a byte at a time', sizes: [100, 200], run: sendByteByByte },
  {
    kind: 'connection',
    shape: 'bodies in chunks of a byte',
    sizes: [200_000, 400_000, 4_000_000],
    run: sendOneByteChunks,
  },
];

const DRIP_MS = 1_500;
const DRIP_EVERY_MS = 5;

/** Many requests whose bodies arrive byte by byte. */
async function sendByteByByte({ url }: Testbed, n: number): Promise<string> {
  const sockets = await Promise.all(Array.from({ length: n }, () => open(url, 'content-length: 1000000')));
  const until = performance.now() + DRIP_MS;
  while (performance.now() < until) {
    for (const socket of sockets) socket.write(' ');
    await sleep(DRIP_EVERY_MS);
  }
  for (const socket of sockets) socket.destroy();
  return '';
}

/** One body of many one-byte chunks. */
async function sendOneByteChunks({ url }: Testbed, n: number): Promise<string> {
  const socket = await open(url, 'transfer-encoding: chunked');
  const answered = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString())).once('close', () => resolve(''));
  });
  const many = '1\r\n \r\n'.repeat(10_000);
  for (let sent = 0; sent < n && !socket.destroyed; sent += 10_000) {
    await new Promise((resolve) => socket.write(many, resolve));
  }
  socket.write('0\r\n\r\n');
  const answer = await answered;
  socket.destroy();
  return answer;
}

function open({ hostname, port, host, pathname }: URL, header: string): Promise<Socket> {
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    header,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      resolve(socket);
    });
    // The gateway may close the connection at any time.
    socket.on('error', reject);
  });
}
