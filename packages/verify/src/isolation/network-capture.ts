// Runs inside the sandbox's network namespace, where every address is local. It answers DNS, HTTP and the start of TLS, and
// writes one JSON line for each contact. It is started as a file of its own.
import { createSocket } from 'node:dgram';
import { appendFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { CAPTURE_ADDRESS } from './capture-address.ts';

const logFile = process.argv[2] ?? '/dev/stdout';
const write = (event: Readonly<Record<string, unknown>>): void => appendFileSync(logFile, `${JSON.stringify(event)}\n`);

/** Ports that programs contact; others refuse, and only a trace shows them. */
const PORTS = [
  21, 22, 25, 80, 110, 143, 443, 465, 587, 993, 1433, 3000, 3128, 3306, 4317, 4318, 5000, 5432, 6379, 8000, 8080, 8443,
  8888, 9000, 9200, 27017,
];
const PAGE = '<!doctype html><title>Example</title><p>Example page.</p>';
/** Enough for a request line, headers and a short body, in which planted values are looked for. */
const KEPT_BYTES = 16_384;
const IDLE_MS = 2_000;

const dns = createSocket('udp4');
dns.on('message', (query, from) => {
  const { name, type, end } = questionOf(query);
  write({ kind: 'dns', name });
  dns.send(answerTo(query, type, end), from.port, from.address);
});
dns.on('error', (error) => write({ kind: 'error', of: 'dns', message: error.message }));
dns.bind(53, '0.0.0.0');

let waiting = PORTS.length;
for (const port of PORTS) {
  const server = createServer((socket) => serve(socket, port));
  const onReady = (): void => {
    waiting -= 1;
    if (waiting === 0) write({ kind: 'ready' });
  };
  server.once('listening', onReady);
  server.once('error', onReady);
  server.listen(port, '::');
}

function serve(socket: Socket, port: number): void {
  const to = `${(socket.localAddress ?? '').replace(/^::ffff:/, '')}:${port}`;
  let got = Buffer.alloc(0);
  let isNamed = false;
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    if (!isNamed) write({ kind: 'tcp', to, text: got.toString('latin1') });
  });
  socket.on('data', (chunk: Buffer) => {
    got = Buffer.concat([got, chunk]).subarray(0, KEPT_BYTES);
    if (isNamed) return;
    if (got[0] === 0x16) {
      const name = serverNameOf(got);
      if (name === undefined && got.length < 600) return;
      isNamed = true;
      write({ kind: 'tls', to, name });
      socket.destroy();
      return;
    }
    const text = got.toString('latin1');
    const head = /^([A-Z]+) (\S+) HTTP\/1\.[01]\r\n([\s\S]*?)\r\n\r\n/.exec(text);
    if (head === null) return;
    const [all, method, path, headers = ''] = head;
    const length = Number(/^content-length:\s*(\d+)/im.exec(headers)?.[1] ?? 0);
    if (got.length - all.length < Math.min(length, KEPT_BYTES - all.length)) return;
    isNamed = true;
    const name = /^host:\s*(\S+)/im.exec(headers)?.[1];
    write({ kind: 'http', to, name, line: `${method} ${path}`, text });
    const type = 'content-type: text/html; charset=utf-8';
    socket.end(`HTTP/1.1 200 OK\r\n${type}\r\ncontent-length: ${PAGE.length}\r\nconnection: close\r\n\r\n${PAGE}`);
  });
}

function questionOf(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  while (at < query.length) {
    const length = query[at] ?? 0;
    if (length === 0) break;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = at + 2 < query.length ? query.readUInt16BE(at + 1) : 0;
  return { name: labels.join('.'), type, end: Math.min(query.length, at + 5) };
}

const TYPE_A = 1;

function answerTo(query: Buffer, type: number, end: number): Buffer {
  const hasAnswer = type === TYPE_A;
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(hasAnswer ? 1 : 0, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  if (!hasAnswer) return head;
  return Buffer.concat([
    head,
    Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...CAPTURE_ADDRESS.split('.').map(Number)]),
  ]);
}

/** The name in a TLS ClientHello: its `server_name` extension holds `00 00`, lengths, type 0, a length and the name. */
function serverNameOf(hello: Buffer): string | undefined {
  for (let at = 43; at + 9 < hello.length; at++) {
    if (hello.readUInt16BE(at) !== 0 || hello[at + 6] !== 0) continue;
    const [outer, list, length] = [hello.readUInt16BE(at + 2), hello.readUInt16BE(at + 4), hello.readUInt16BE(at + 7)];
    if (outer !== list + 2 || list !== length + 3 || at + 9 + length > hello.length) continue;
    const name = hello.toString('latin1', at + 9, at + 9 + length);
    if (/^[\w.-]+$/.test(name)) return name;
  }
  return undefined;
}
