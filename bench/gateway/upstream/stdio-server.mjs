// node stdio-server.mjs [--tools FILE] [--silent]: the upstream over stdio; --silent never answers anything.
import { parseArgs } from 'node:util';
import { createAnswer } from './answer.mjs';

const { values } = parseArgs({ options: { tools: { type: 'string' }, silent: { type: 'boolean' } } });
const answer = createAnswer(values.tools);
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  if (values.silent) return;
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  let out = '';
  for (const line of lines) {
    if (line.trim() === '') continue;
    const response = answer(JSON.parse(line));
    if (response !== undefined) out += `${JSON.stringify(response)}\n`;
  }
  if (out !== '') process.stdout.write(out);
});
// Exit when the parent is gone, even without a signal.
process.stdin.on('end', () => process.exit(0));
