import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type SpecVersion = '2025-11-25' | '2026-07-28';

/** One check of one scenario. */
export interface Check {
  /** `scenario: check`, with a number if a scenario repeats a check. */
  readonly name: string;
  readonly scenario: string;
  /** `INFO` is a remark: a scenario with only remarks had nothing to check. */
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly message: string;
}

/** All scenarios together take three seconds; a scenario with a silent server waits half a minute. */
export const SUITE_TIMEOUT_MS = 110_000;

const cli = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

/** Runs every scenario of the official suite for a protocol revision. */
export async function runSuite(url: string, version: SpecVersion): Promise<readonly Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-conformance-'));
  const args = [cli, 'server', '--url', url, '--suite', 'all', '--spec-version', version, '-o', folder];
  try {
    // The suite exits with 1 if a check fails, which the caller evaluates.
    const output = await promisify(execFile)(process.execPath, args, {
      timeout: SUITE_TIMEOUT_MS,
      maxBuffer: 2 ** 26,
    }).catch((error: { stdout?: string; stderr?: string }) => error);
    if (!/Total: \d+ passed/.test(output.stdout ?? '')) {
      throw new Error(`The suite did not finish.\n${(output.stdout ?? '').slice(-2_000)}\n${output.stderr ?? ''}`);
    }
    return await readResults(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the suite's results: one folder `server-<scenario>-<time>` for each started scenario. */
export async function readResults(folder: string): Promise<readonly Check[]> {
  const scenarios = (await readdir(folder)).sort();
  const lists = await Promise.all(
    scenarios.map(async (directory) => {
      const scenario = directory.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
      const text = await readFile(join(folder, directory, 'checks.json'), 'utf8').catch(() => undefined);
      // A scenario that threw leaves an empty folder.
      if (text === undefined) return [broken(scenario)];
      return toChecks(scenario, JSON.parse(text));
    }),
  );
  return lists.flat();
}

interface RawCheck {
  readonly id: string;
  readonly status: Check['status'];
  readonly errorMessage?: string;
}

function toChecks(scenario: string, checks: readonly RawCheck[]): readonly Check[] {
  const seen = new Map<string, number>();
  const named: Check[] = [];
  for (const { id, status, errorMessage = '' } of checks) {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    named.push({
      name: `${scenario}: ${id}${count === 1 ? '' : ` #${count}`}`,
      scenario,
      status,
      message: errorMessage,
    });
  }
  return named;
}

function broken(scenario: string): Check {
  return { name: `${scenario}: could not run`, scenario, status: 'FAILURE', message: 'the scenario threw' };
}
