// node http-server.mjs [--tools FILE]: the upstream over streamable HTTP, without sessions, with plain JSON answers;
// prints its URL.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { createAnswer } from './answer.mjs';

const { values } = parseArgs({ options: { tools: { type: 'string' } } });
const answer = createAnswer(values.tools);
const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST' }).end();
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const answered = answer(JSON.parse(Buffer.concat(chunks).toString()));
    if (answered === undefined) {
      response.writeHead(202).end();
      return;
    }
    const body = JSON.stringify(answered);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}/mcp`));
process.stdin.resume().on('end', () => process.exit(0));
