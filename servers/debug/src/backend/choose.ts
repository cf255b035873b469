import { ok } from '../result.ts';
import type { Backend, BackendKind, Outcome } from './backend.ts';
import { detectProcess } from './detect-process.ts';
import { detectProgram } from './detect-program.ts';

export interface ChosenBackend {
  readonly backend: Backend;
  /** What to run, absolute: a folder's own entry, a script. */
  readonly program: string;
}

/** Which debugger a program or a process needs. */
export interface BackendChooser {
  readonly forProgram: (program: string, cwd: string) => Promise<Outcome<ChosenBackend>>;
  readonly forProcess: (pid: number) => Promise<Outcome<Backend>>;
}

/** Makes a debugger of each kind, a new one for every session. */
export type BackendFactories = Readonly<Record<BackendKind, () => Backend | Promise<Backend>>>;

/**
 * Chooses by what is to be debugged. Whether the debugger's own programs are there is found out by the debugger: it names the
 * package to install where they are not.
 */
export function createChooser(factories: BackendFactories): BackendChooser {
  const create = async (kind: BackendKind) => factories[kind]();
  return {
    forProgram: async (asked, cwd) => {
      const detected = await detectProgram(asked, cwd);
      if (!detected.ok) return detected;
      const { kind, program } = detected.value;
      return ok({ backend: await create(kind), program });
    },
    forProcess: async (pid) => {
      const kind = await detectProcess(pid);
      return kind.ok ? ok(await create(kind.value)) : kind;
    },
  };
}
