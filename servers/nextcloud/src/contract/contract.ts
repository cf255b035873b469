import type { Nextcloud } from '../http/nextcloud.ts';
import type { ModuleName } from '../modules/module.ts';

/** What the cases of a contract share: the tools of a running server, unique names, and clean-up. */
export interface ContractWorld {
  /** Calls a tool and gives its structured content; throws a {@link ToolFailed} on failure. */
  readonly call: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<Reply>;
  /** A unique name that marks an object as test data. */
  readonly name: (what: string) => string;
  /** Runs at the end, last first; a failure is reported and the others still run. */
  readonly cleanUp: (work: () => Promise<unknown>) => void;
  /** For clean-up and settings that no tool deletes or reads. */
  readonly nextcloud: Nextcloud;
  /** Aborted at the end of the run. Clean-up has its own deadlines. */
  readonly signal: AbortSignal;
  /** Another account, for shares with a user. */
  readonly shareWith?: string | undefined;
  /** A page with a recipe that Nextcloud can import. */
  readonly recipeUrl?: string | undefined;
}

/** A tool's structured content. */
export type Reply = Readonly<Record<string, unknown>>;

/** Thrown by `call` if a tool returned an error. */
export class ToolFailed extends Error {
  readonly tool: string;
  readonly code: string;

  constructor(tool: string, code: string, message: string) {
    super(`${tool}: ${code}: ${message}`);
    this.tool = tool;
    this.code = code;
  }
}

/** Thrown by `prepare` to skip a case if the account lacks data that it needs; the message names the data. */
export class NotRun extends Error {}

/** The expected difference between `observe` before and after a call. */
export interface ExpectedChanges {
  /** The objects, by a member that identifies them: `id 42`, `path /a.txt`. Nothing else may change. */
  readonly of: readonly string[];
  /** The members that must change: `+` for an object that is added, `-` for one that is removed. */
  readonly fields: readonly string[];
  /** Members that may change as a consequence, depending on the version of the app. */
  readonly mayChange?: readonly string[];
}

type Arguments = Readonly<Record<string, unknown>>;

/** One way to call a tool. `prepare` creates the test data and returns the arguments. */
export interface ToolCase {
  readonly tool: string;
  readonly prepare: (world: ContractWorld) => Promise<Arguments>;
  /** Required for every successful write. */
  readonly changes?: (args: Arguments, world: ContractWorld) => ExpectedChanges;
  /** The call must fail with this code, and change nothing. */
  readonly failsWith?: string;
}

/** The cases of a module, and how to observe its data. */
export interface ModuleContract {
  readonly module: ModuleName;
  /** Creates the test data that all cases share. */
  readonly begin?: (world: ContractWorld) => Promise<void>;
  /** Reads everything that a tool of this module could change, by its reading tools. */
  readonly observe: (world: ContractWorld) => Promise<unknown>;
  readonly cases: readonly ToolCase[];
}

/** The result of one case. */
export interface Verdict {
  readonly module: ModuleName;
  readonly tool: string;
  /** Why the case did not run; there are no checks then. */
  readonly notRun?: string;
  /** Each check, with a reason if it failed. */
  readonly checks: readonly { readonly promise: string; readonly broken?: string }[];
}
