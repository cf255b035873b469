import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { print, time } from './measure.ts';
import { makeTools } from './tools.ts';

const run = promisify(execFile);
const cli = fileURLToPath(new URL('../packages/cli/bin/toolmark.js', import.meta.url));
const server = fileURLToPath(new URL('../e2e/support/table-server.mjs', import.meta.url));

/** Measures the whole command, from process start to exit, on servers with one and with 1,000 tools. */
export async function auditBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-bench-'));
  try {
    const audit = async (count: number, format: string) => {
      const file = join(folder, `${count}.json`);
      await writeFile(file, JSON.stringify(makeTools(count)));
      return time(5, () =>
        run(
          process.execPath,
          [cli, 'audit', '--fail-on', 'never', '--format', format, '--', process.execPath, server, file],
          { maxBuffer: 1 << 28 },
        ),
      );
    };
    const start = await time(5, () => run(process.execPath, [cli, '--version']));
    print('baseline: toolmark --version', start);
    print('toolmark audit, 1 tool', await audit(1, 'text'), start);
    for (const format of ['text', 'json', 'sarif', 'junit']) {
      print(`toolmark audit, 1,000 tools, ${format}`, await audit(1_000, format), start);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
