import type { Fingerprint, Result } from '@toolmark/annotations';
import type { Standing } from '@toolmark/api-contract';
import type { CatalogTool } from '../catalog/catalog.ts';
import type { ToolStanding } from '../policy/facts.ts';

/** Whether tools are what they were when they were first seen, and look right. */
export interface Standings {
  /** For the policy: at once, whatever has to be worked out. The same object for the same tool until something changes. */
  readonly of: (tool: CatalogTool) => ToolStanding;
  /** For people. */
  readonly view: (tool: CatalogTool) => Standing;
  /** What is offered now: new tools are pinned, changed ones looked at. In small portions, since a call comes first. */
  readonly changed: () => void;
  /** A result was so long. */
  readonly sawResult: (tool: CatalogTool, bytes: number) => void;
  /** A person has looked at the tool as it is: it is pinned so. */
  readonly accept: (tool: CatalogTool, acceptance: Acceptance) => Promise<Result<undefined, string>>;
  /** Resolves when what was pinned is on disk, or could not be written. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Acceptance {
  readonly author: string | null;
  readonly reason: string | null;
  /** What the person looked at; refused where the tool is another one by now. */
  readonly fingerprint?: Fingerprint | undefined;
}
