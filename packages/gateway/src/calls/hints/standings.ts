import type { Fingerprint, HintName, Result } from '@toolmark/annotations';
import type { Standing } from '@toolmark/api-contract';
import type { CatalogTool } from '../../model/catalog.ts';
import type { ToolStanding } from '../../model/policy-call.ts';
import type { ChangeAuthor, ChangeProblem } from './change-problem.ts';

/** The standing of each tool: whether it changed since it was pinned, what the checks found, and which claims a person has accepted. */
export interface Standings {
  /** The standing for the policy, computed synchronously. The same object for the same tool until something changes. */
  readonly of: (tool: CatalogTool) => ToolStanding;
  /** The standing for people. */
  readonly view: (tool: CatalogTool) => Standing;
  /** The relaxing claims of a tool that a person has accepted; the same list until the next review. */
  readonly reviewedOf: (server: string, tool: string) => readonly HintName[];
  /** The offered tools have changed: pins new ones and checks changed ones, in small portions so that calls are not delayed. */
  readonly changed: () => void;
  /** A result had this length. */
  readonly sawResult: (tool: CatalogTool, bytes: number) => void;
  /**
   * A person accepts the tool as it is: pins it so, makes its claims effective, and releases it from all current concerns, not from later
   * ones. A conflict if there is nothing to accept, or the tool changed since the person reviewed it.
   */
  readonly accept: (tool: CatalogTool, acceptance: Acceptance) => Promise<Result<undefined, ChangeProblem>>;
  /** The same for several tools: all of them or none. */
  readonly acceptAll: (tools: readonly SeenTool[], by: ChangeAuthor) => Promise<Result<undefined, ChangeProblem>>;
  /** Withdraws accepted claims: all of them or none. A conflict if none were accepted. */
  readonly withdraw: (tools: readonly CatalogTool[], by: ChangeAuthor) => Promise<Result<undefined, ChangeProblem>>;
  /** Pins all offered tools. Resolves when the pins are written, or writing has failed. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Acceptance extends ChangeAuthor {
  /** Fingerprint of the reviewed definition. Refused if it is missing, or the tool has another one by now. */
  readonly fingerprint: Fingerprint | undefined;
}

/** A tool with the fingerprint that a person has reviewed. */
export interface SeenTool {
  readonly tool: CatalogTool;
  readonly fingerprint: Fingerprint | undefined;
}
