import { execFile } from 'node:child_process';
import type { DebugError } from '../../../errors.ts';
import { err, ok, type Result } from '../../../result.ts';

export interface PythonFacts {
  readonly executable: string;
  readonly version: string;
  /** The folder of its debugpy. */
  readonly debugpy: string;
}

const PROBE =
  'import importlib.util as u, json, sys; s = u.find_spec("debugpy"); print(json.dumps([sys.executable, sys.version.split()[0], s and list(s.submodule_search_locations)[0]]))';
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
    if (found?.debugpy) return ok({ ...found, debugpy: found.debugpy });
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

export interface Probed extends Omit<PythonFacts, 'debugpy'> {
  readonly debugpy: string | undefined;
}

/** Asks a Python for its facts; `undefined` if it does not run. */
export const probe = (
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal | undefined,
): Promise<Probed | undefined> =>
  new Promise((resolve) => {
    const options = { timeout: PROBE_MS, killSignal: 'SIGKILL', env, signal } as const;
    execFile(command, ['-c', PROBE], options, (error, stdout) => {
      if (error !== null) return resolve(undefined);
      try {
        const [executable, version, debugpy] = JSON.parse(stdout) as [string, string, string | null];
        resolve({ executable, version, debugpy: debugpy ?? undefined });
      } catch {
        resolve(undefined);
      }
    });
  });
