import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../support/run-cli.ts';

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a bin in a separate package, with this text as its built program. */
async function runBin(bin: string, folderOfMain: string, main?: string): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-bin-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const inside = (...names: readonly string[]) => join(folder, ...names);
  await mkdir(inside(folderOfMain));
  await writeFile(inside('package.json'), '{ "type": "module" }');
  await cp(join(root, dirname(bin)), inside('bin'), { recursive: true });
  if (main !== undefined) await writeFile(inside(folderOfMain, 'main.js'), main);
  return new Promise((resolve) => {
    execFile(process.execPath, [inside('bin', basename(bin))], { timeout: 20_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe.each([
  ['packages/cli/bin/toolmark.js', 'program'],
  ['servers/demo/bin/toolmark-demo.js', 'dist'],
  ['servers/debug/bin/toolmark-debug.js', 'dist'],
])('%s', (bin, folder) => {
  it('runs the built program', async () => {
    expect(await runBin(bin, folder, "console.log('built');")).toEqual({ code: 0, stdout: 'built\n', stderr: '' });
  });

  it('reports in one line that the program is not built', async () => {
    const stderr = `${basename(bin, '.js')} is not built yet; run: npm run build\n`;
    expect(await runBin(bin, folder)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('shows any other missing module unchanged', async () => {
    const stderr = expect.stringContaining("Cannot find package 'no-such-package'");
    expect(await runBin(bin, folder, "import 'no-such-package';")).toEqual({ code: 1, stdout: '', stderr });
  });
});
