import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { DebugError } from '../../../errors.ts';
import { err, ok, type Result } from '../../../result.ts';

/** The first LLVM version whose adapter is called lldb-dap. */
const OLDEST = 18;

/**
 * The adapter's absolute path, because it restarts itself from the debuggee's folder: TOOLMARK_LLDB_DAP if set, else
 * `lldb-dap`, else the newest `lldb-dap-NN` on the path.
 */
export const findLldb = async (
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Result<string, DebugError>> => {
  const chosen = env['TOOLMARK_LLDB_DAP'];
  if (chosen && (await isExecutable(chosen))) return ok(chosen);
  const folders = chosen ? [] : (env['PATH'] ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  const found: { readonly path: string; readonly version: number }[] = [];
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      const version = /^lldb-dap(?:-(\d+))?$/.exec(name);
      if (version !== null) found.push({ path: join(folder, name), version: Number(version[1] ?? 1_000) });
    }
  }
  const usable = found.filter(({ version }) => version >= OLDEST).sort((one, two) => two.version - one.version);
  for (const { path } of usable) if (await isExecutable(path)) return ok(path);
  const install = 'sudo apt-get install lldb-19';
  return err({
    code: 'LAUNCH_FAILED',
    message: `lldb-dap was not found. Run "${install}", or set TOOLMARK_LLDB_DAP to the path of an lldb-dap of LLVM ${OLDEST} or later.`,
    details: { install },
  });
};

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
