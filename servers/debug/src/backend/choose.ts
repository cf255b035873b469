import { ok } from '../result.ts';
import type { Backend, BackendKind, Outcome } from './backend.ts';
import { detectProcess } from './detect-process.ts';
import { detectProgram } from './detect-program.ts';

export interface ChosenBackend {
  readonly backend: Backend;
  /** The absolute path of the file to run: a script, or the entry of a folder. */
  readonly program: string;
}

/** Detects which debugger a program or a process needs. */
export interface BackendChooser {
  readonly forProgram: (program: string, cwd: string) => Promise<Outcome<ChosenBackend>>;
  readonly forProcess: (pid: number) => Promise<Outcome<Backend>>;
}

/** Creates a new debugger of each kind for every session. */
export type BackendFactories = Readonly<Record<BackendKind, () => Backend | Promise<Backend>>>;

/**
 * Detects the kind from the program or process. The debugger itself checks whether its programs are installed, and
 * names the package to install.
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
