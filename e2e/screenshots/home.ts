import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CALENDAR = fileURLToPath(new URL('./calendar-server.mjs', import.meta.url));

/** Real servers, one with a tool that changes, and one that is not installed. Their claims were reviewed before. */
const SERVERS = {
  notes: { command: 'toolmark', args: ['demo-server'], trust: 'declared' },
  files: { command: 'mcp-server-filesystem', args: ['documents'], trust: 'declared' },
  memory: { command: 'mcp-server-memory', env: { MEMORY_FILE_PATH: 'memory.jsonl' }, trust: 'declared' },
  calendar: { command: 'calendar-mcp', trust: 'declared' },
  search: { command: 'search-mcp', args: ['--index', 'documents'] },
};

const POLICY = {
  rules: [
    { name: 'nothing is moved', server: 'files', tool: 'move_file', decision: 'deny', reason: 'Files stay here.' },
    { name: 'drafts are free', server: 'files', arguments: { '$.path': { matches: '^drafts/' } }, decision: 'allow' },
    { name: 'publishing asks', hints: { openWorldHint: true }, class: 'additive', decision: 'ask' },
  ],
  limits: [{ name: 'no rush', class: 'destructive', calls: 20, seconds: 3_600 }],
  // A long wait, to take pictures of a waiting call.
  ask: { wait: 840, expiry: 900 },
};

const DOCUMENTS: Readonly<Record<string, string>> = {
  'README.md': '# Garden\n\nWhat grows where, and when it was watered.\n',
  'drafts/spring.md': 'Tomatoes by the wall, beans along the fence.\n',
  'plan/beds.csv': 'bed,plant,sown\n1,tomato,2026-04-02\n2,bean,2026-04-20\n3,kale,2026-05-01\n',
  'plan/watering.md': 'Beds 1 and 2 every evening, bed 3 when it looks sad.\n',
};

/** Creates a used home folder: servers, a policy, some documents. */
export function createHomeContent(home: string): void {
  for (const [path, text] of Object.entries(DOCUMENTS)) write(join(home, 'documents', path), text);
  write(
    join(home, '.toolmark', 'toolmark.json'),
    `${JSON.stringify({ mcpServers: SERVERS, policy: POLICY }, undefined, 2)}\n`,
  );
  const program = join(home, 'bin', 'calendar-mcp');
  write(program, `#!/bin/sh\nexec node '${CALENDAR}' '${stateOf(home)}'\n`);
  chmodSync(program, 0o755);
  setCalendar(home, 'as it was');
}

/** Changes the calendar tool's hints from its next start. */
export function setCalendar(home: string, state: 'as it was' | 'relaxed'): void {
  write(stateOf(home), state);
}

const stateOf = (home: string): string => join(home, 'bin', 'calendar-state');

function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}
