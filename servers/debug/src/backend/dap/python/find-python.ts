import { execFile } from 'node:child_process';
import type { DebugError } from '../../../errors.ts';
import { err, ok, type Result } from '../../../result.ts';

export interface PythonFacts {
  readonly executable: string;
  readonly version: string;
}

const PROBE =
  'import importlib.util, json, sys; print(json.dumps([sys.executable, sys.version.split()[0], importlib.util.find_spec("debugpy") is not None]))';
const PROBE_MS = 10_000;

/** The first Python that has debugpy: only TOOLMARK_PYTHON if set, else the usual names. */
export const findPython = async (
  env: Readonly<Record<string, string | undefined>> = process.env,
  deadline?: AbortSignal,
): Promise<Result<PythonFacts, DebugError>> => {
  const chosen = env['TOOLMARK_PYTHON'];
  const candidates = chosen ? [chosen] : ['python3', 'python', '/usr/bin/python3'];
  let without: string | undefined;
  for (const candidate of candidates) {
    const found = await probe(candidate, env, deadline);
    if (found?.hasDebugpy) return ok({ executable: found.executable, version: found.version });
    without ??= found?.executable;
  }
  const install = `${without ?? chosen ?? 'python3'} -m pip install debugpy`;
  const start = without === undefined ? 'No Python was found' : `${without} has no debugpy`;
  return err({
    code: 'LAUNCH_FAILED',
    message: `${start}. Run "${install}" (on Debian: "sudo apt-get install python3-debugpy"), or set TOOLMARK_PYTHON to a Python that has it.`,
    details: { install },
  });
};

interface Probed extends PythonFacts {
  readonly hasDebugpy: boolean;
}

const probe = (
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal | undefined,
): Promise<Probed | undefined> =>
  new Promise((resolve) => {
    const options = { timeout: PROBE_MS, killSignal: 'SIGKILL', env, signal } as const;
    execFile(command, ['-c', PROBE], options, (error, stdout) => {
      if (error !== null) return resolve(undefined);
      try {
        const [executable, version, hasDebugpy] = JSON.parse(stdout) as [string, string, boolean];
        resolve({ executable, version, hasDebugpy });
      } catch {
        resolve(undefined);
      }
    });
  });
