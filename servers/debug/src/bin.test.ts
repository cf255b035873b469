import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDirectory } from './fixtures/directory.ts';

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the bin in a package of its own, with this as its built program. */
async function runBin(main?: string): Promise<Ended> {
  await using temporary = await createDirectory();
  const inside = (...names: readonly string[]) => join(temporary.path, ...names);
  await mkdir(inside('bin'));
  await mkdir(inside('dist'));
  await writeFile(inside('package.json'), '{ "type": "module" }');
  await copyFile(new URL('../bin/toolmark-debug.js', import.meta.url), inside('bin', 'toolmark-debug.js'));
  if (main !== undefined) await writeFile(inside('dist', 'main.js'), main);
  // Awaited here, because the directory goes when the function returns.
  return await new Promise((resolve) => {
    execFile(process.execPath, [inside('bin', 'toolmark-debug.js')], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe('the bin', () => {
  it('runs what is built', async () => {
    expect(await runBin("console.log('built');")).toEqual({ code: 0, stdout: 'built\n', stderr: '' });
  });

  it('says in one line that nothing is built yet', async () => {
    const stderr = 'toolmark-debug is not built yet; run: npm run build\n';
    expect(await runBin()).toEqual({ code: 2, stdout: '', stderr });
  });

  it('shows what else is missing as it is', async () => {
    const stderr = expect.stringContaining("Cannot find package 'no-such-package'");
    expect(await runBin("import 'no-such-package';")).toEqual({ code: 1, stdout: '', stderr });
  });
});
