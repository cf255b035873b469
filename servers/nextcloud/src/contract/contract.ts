import type { Nextcloud } from '../http/nextcloud.ts';
import type { ModuleName } from '../modules/module.ts';

/** What the cases of a contract work with: the tools of a running server, and names of their own. */
export interface ContractWorld {
  /** Calls a tool and gives its structured content; throws a {@link ToolFailed} where it failed. */
  readonly call: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<Reply>;
  /** A name that nothing else has, recognisable as made by the contract. */
  readonly name: (what: string) => string;
  /** Runs at the end, last first; a failure is reported and the others still run. */
  readonly cleanUp: (work: () => Promise<unknown>) => void;
  /** For clean-up and settings that no tool deletes or reads. */
  readonly nextcloud: Nextcloud;
  /** Ends with the run. Clean-up has deadlines of its own. */
  readonly signal: AbortSignal;
  /** Another account, for shares with a user. */
  readonly shareWith?: string | undefined;
  /** A page with a recipe that Nextcloud can import. */
  readonly recipeUrl?: string | undefined;
}

/** A tool's structured content. */
export type Reply = Readonly<Record<string, unknown>>;

/** Thrown by `call` where a tool answered with a failure. */
export class ToolFailed extends Error {
  readonly tool: string;
  readonly code: string;

  constructor(tool: string, code: string, message: string) {
    super(`${tool}: ${code}: ${message}`);
    this.tool = tool;
    this.code = code;
  }
}

/** Thrown by `prepare` where the account lacks something that the case needs; the message says what. */
export class NotRun extends Error {}

/** What a call is expected to change, seen through `observe`. */
export interface ExpectedChanges {
  /** The objects, by a member that identifies them: `id 42`, `path /a.txt`. Nothing else may change. */
  readonly of: readonly string[];
  /** The members that must change: `+` for an object that is added, `-` for one that is removed. */
  readonly fields: readonly string[];
  /** Members that follow from these, depending on the version of the app. */
  readonly mayChange?: readonly string[];
}

type Arguments = Readonly<Record<string, unknown>>;

/** One way to call a tool. `prepare` makes what it needs, and gives its arguments. */
export interface ToolCase {
  readonly tool: string;
  readonly prepare: (world: ContractWorld) => Promise<Arguments>;
  /** Every writing case that succeeds has it. */
  readonly changes?: (args: Arguments, world: ContractWorld) => ExpectedChanges;
  /** The call must fail with this code, and change nothing. */
  readonly failsWith?: string;
}

/** How the tools of a module are called, and what can be seen of its data. */
export interface ModuleContract {
  readonly module: ModuleName;
  /** Makes what all cases share. */
  readonly begin?: (world: ContractWorld) => Promise<void>;
  /** Everything that a tool of this module could change, as its reading tools tell it. */
  readonly observe: (world: ContractWorld) => Promise<unknown>;
  readonly cases: readonly ToolCase[];
}

/** What one case showed. */
export interface Verdict {
  readonly module: ModuleName;
  readonly tool: string;
  /** Why the case did not run; there are no checks then. */
  readonly notRun?: string;
  /** Each promise that was checked; a reason where it does not hold. */
  readonly checks: readonly { readonly promise: string; readonly broken?: string }[];
}
