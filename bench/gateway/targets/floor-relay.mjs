// node floor-relay.mjs (--url URL | -- COMMAND ARG…): a minimal relay, as the lower bound for a gateway. No SDK,
// checks, policy or record: it parses the request, replaces its id, forwards it, and restores the id in the answer.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ options: { url: { type: 'string' } }, allowPositionals: true });
const forward = values.url === undefined ? toProgram(positionals) : await toUrl(new URL(values.url));

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => void relay(Buffer.concat(chunks), request.headers, response));
});
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}/mcp`));
process.stdin.resume().on('end', () => process.exit(0));

async function relay(body, headers, response) {
  const answered = await forward(JSON.parse(body), headers);
  if (answered === undefined) return response.writeHead(202).end();
  const text = JSON.stringify(answered);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}

/** One child process for all clients: requests of one event loop turn are written together. */
function toProgram([command, ...args]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let last = 0;
  let queue = '';
  let pending = [];
  const send = (message) => {
    if (queue === '') queueMicrotask(flush);
    queue += `${JSON.stringify(message)}\n`;
  };
  const flush = () => {
    child.stdin.write(queue);
    queue = '';
  };
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    pending.push(chunk);
    if (!chunk.includes('\n')) return;
    const lines = pending.join('').split('\n');
    pending = [lines.pop()];
    for (const line of lines) {
      const answered = JSON.parse(line);
      waiting.get(answered.id)?.(answered);
      waiting.delete(answered.id);
    }
  });
  return (message) => {
    if (message.id === undefined) return send(message);
    const theirs = message.id;
    return new Promise((resolve) => {
      const ours = ++last;
      waiting.set(ours, (answered) => resolve({ ...answered, id: theirs }));
      send({ ...message, id: ours });
    });
  };
}

async function toUrl({ origin, pathname }) {
  const { Pool } = await import('undici');
  const pool = new Pool(origin, { connections: 32 });
  return async (message, { host: _host, connection: _connection, 'content-length': _length, ...headers }) => {
    const { statusCode, body } = await pool.request({
      path: pathname,
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    });
    const text = await body.text();
    return statusCode === 202 ? undefined : JSON.parse(text);
  };
}
