// `npm start`: until there is a gateway, a look at what Toolmark does: an audit of the demo server.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = ['--conditions=@toolmark/source', '--disable-warning=ExperimentalWarning'];
const path = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
const notes = mkdtempSync(join(tmpdir(), 'toolmark-demo-'));
const extra = process.argv.slice(2);

console.log('Auditing the demo server, in which one tool lies on purpose.\n');
const child = spawn(
  process.execPath,
  [
    ...source,
    path('packages/cli/src/main.ts'),
    'audit',
    ...extra,
    '--',
    process.execPath,
    ...source,
    path('servers/demo/src/main.ts'),
    '--dir',
    notes,
  ],
  { stdio: 'inherit' },
);
// Ctrl-C reaches the child by itself; we wait for it to clean up.
process.on('SIGINT', () => {});
child.on('exit', (code) => {
  rmSync(notes, { recursive: true, force: true });
  if (code === 1) {
    console.log(`
That is the point: \`purge_drafts\` says it only reads, and it deletes.

Audit any server of your own:
  npm run toolmark -- audit -- npx -y @modelcontextprotocol/server-memory
  npm run toolmark -- audit https://example.com/mcp
  npm run toolmark -- audit --help`);
  }
  // Findings are what a start should show, so they do not make it fail.
  process.exitCode = code === 1 ? 0 : (code ?? 1);
});
