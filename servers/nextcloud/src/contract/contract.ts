import type { ModuleName } from '../modules/module.ts';

/** What the cases of a contract work with: the tools of a running server, and names of their own. */
export interface ContractWorld {
  /** Calls a tool and gives its structured content; throws a {@link ToolFailed} where it failed. */
  readonly call: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<Reply>;
  /** A name that nothing else has, recognisable as made by the contract. */
  readonly name: (what: string) => string;
  /** Runs at the end, last first; a failure is reported and the others still run. */
  readonly cleanUp: (work: () => Promise<unknown>) => void;
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

/** One way to call a tool. `prepare` makes what it needs, and gives its arguments. */
export interface ToolCase {
  readonly tool: string;
  readonly prepare: (world: ContractWorld) => Promise<Readonly<Record<string, unknown>>>;
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
  /** Each promise that was checked; a reason where it does not hold. */
  readonly checks: readonly { readonly promise: string; readonly broken?: string }[];
}
