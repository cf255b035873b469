import type { Call } from '../model/call.ts';
import type { CatalogTool } from '../model/catalog.ts';
import type { Policy } from '../model/policy.ts';
import type { Subjects } from '../policy/subjects.ts';
import { hintsOf } from './approvals/hints-of.ts';

export interface StillStandsDeps {
  /** The one that counts now. */
  readonly policy: () => Policy;
  readonly subjects: Subjects;
  /** The tool that the call means now; `undefined` where it is not offered to its caller any more. */
  readonly toolNow: (call: Call) => CatalogTool | undefined;
}

/** Whether what was let through would be let through as it is now. */
export const createStillStands =
  ({ policy, subjects, toolNow }: StillStandsDeps): ((call: Call) => boolean) =>
  (call) => {
    const { facts, tool, approval } = call;
    const now = toolNow(call);
    if (now === undefined || facts === undefined || tool === undefined) return false;
    const subject = subjects.of(now);
    if (policy() === call.policy && subject === facts.tool) return true;
    const { kind, rule } = policy().decide({ ...facts, tool: subject });
    const isApproved = kind === 'ask' && approval !== undefined && rule === call.decision?.rule;
    return hintsOf(now) === hintsOf(tool) && (kind === 'allow' || isApproved);
  };
