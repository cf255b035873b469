import type { Fingerprint, HintName, Result } from '@toolmark/annotations';
import type { Standing } from '@toolmark/api-contract';
import type { CatalogTool } from '../../model/catalog.ts';
import type { ToolStanding } from '../../model/policy-call.ts';
import type { ChangeAuthor, ChangeProblem } from './change-problem.ts';

/** Whether tools are what they were when they were first seen, look right, and make claims that a person has accepted. */
export interface Standings {
  /** For the policy: at once, whatever has to be worked out. The same object for the same tool until something changes. */
  readonly of: (tool: CatalogTool) => ToolStanding;
  /** For people. */
  readonly view: (tool: CatalogTool) => Standing;
  /** The relaxing claims of a tool that a person has accepted; the same list until somebody reviews it again. */
  readonly reviewedOf: (server: string, tool: string) => readonly HintName[];
  /** What is offered now: new tools are pinned, changed ones looked at. In small portions, since a call comes first. */
  readonly changed: () => void;
  /** A result was so long. */
  readonly sawResult: (tool: CatalogTool, bytes: number) => void;
  /**
   * A person has looked at the tool as it is: it is pinned so, its claims count, and whatever there is to say about it now holds it
   * no more. What comes later does. A conflict where there is nothing to accept, or the tool is another one than was looked at.
   */
  readonly accept: (tool: CatalogTool, acceptance: Acceptance) => Promise<Result<undefined, ChangeProblem>>;
  /** The same for several tools: all of them or none. */
  readonly acceptAll: (tools: readonly SeenTool[], by: ChangeAuthor) => Promise<Result<undefined, ChangeProblem>>;
  /** Accepted claims count no more: all of them or none. A conflict where nobody had accepted any. */
  readonly withdraw: (tools: readonly CatalogTool[], by: ChangeAuthor) => Promise<Result<undefined, ChangeProblem>>;
  /** Pins what is offered by now. Resolves when that is on disk, or could not be written. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Acceptance extends ChangeAuthor {
  /** What the person looked at; refused where the tool is another one by now, and where nobody says what was looked at. */
  readonly fingerprint: Fingerprint | undefined;
}

/** A tool, and what a person has seen of it. */
export interface SeenTool {
  readonly tool: CatalogTool;
  readonly fingerprint: Fingerprint | undefined;
}
