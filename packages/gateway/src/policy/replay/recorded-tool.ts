import {
  type Contradiction,
  type Doubt,
  HINT_NAMES,
  type HintName,
  isDoubt,
  type Resolution,
  UNREVIEWED_REASON,
} from '@toolmark/annotations';
import type { ToolCallDetail, ToolHint } from '@toolmark/api-contract';
import { GOOD_STANDING, type PolicyTool, type ToolStanding } from '../../model/policy-call.ts';

/** A recorded call of a known tool. */
export type CallOfTool = ToolCallDetail & {
  readonly server: string;
  readonly class: NonNullable<ToolCallDetail['class']>;
  readonly effective: NonNullable<ToolCallDetail['effective']>;
};

export const hasTool = (call: ToolCallDetail): call is CallOfTool =>
  call.server !== null && call.class !== null && call.effective !== null;

/** Enough: a record of years has some thousand versions of tools. */
const MAX_VERSIONS = 10_000;

/** Restores tools as they were when they were called. The same object for the same version, because the policy caches by it. */
export function createRecordedTools(isAccepted: (call: CallOfTool) => boolean): (call: CallOfTool) => PolicyTool {
  const known = new Map<string, PolicyTool>();
  return (call) => {
    const standing = isAccepted(call) ? ACCEPTED : GOOD_STANDING;
    const key = JSON.stringify([call.server, call.tool, call.class, call.effective, standing.isAccepted]);
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= MAX_VERSIONS) known.clear();
    const tool: PolicyTool = {
      server: call.server,
      name: call.tool,
      resolution: toResolution(call),
      standing,
    };
    known.set(key, tool);
    return tool;
  };
}

const ACCEPTED: ToolStanding = Object.freeze({ ...GOOD_STANDING, isAccepted: true });

function toResolution({ title, class: toolClass, effective }: CallOfTool): Resolution {
  const of = (hint: HintName) => toEffective(effective[hint]);
  return {
    title: { value: title, source: 'title' },
    class: toolClass,
    hints: {
      readOnlyHint: of('readOnlyHint'),
      destructiveHint: of('destructiveHint'),
      idempotentHint: of('idempotentHint'),
      openWorldHint: of('openWorldHint'),
    },
    contradictions: HINT_NAMES.flatMap((hint) => contradictionOf(hint, effective)),
    doubts: HINT_NAMES.flatMap((hint): readonly Doubt[] =>
      isDoubted(effective[hint]) ? [{ hint, message: effective[hint].reason }] : [],
    ),
    suggestions: [],
    unreviewed: HINT_NAMES.filter((hint) => effective[hint].reason === UNREVIEWED_REASON),
  };
}

const toEffective = ({ value, source, declared, reason }: ToolHint) => ({
  value,
  source,
  declared: declared ?? undefined,
  reason,
});

/** A doubt tightens a hint without holding the tool, so a replay must not count it as a contradiction. */
const isDoubted = ({ source, reason }: ToolHint): boolean => source === 'inferred' && isDoubt(reason);

/** A declared hint that did not count was contradicted: by the other hint if both were declared, else by the definition's words. */
function contradictionOf(hint: HintName, effective: CallOfTool['effective']): readonly Contradiction[] {
  const { source, declared, reason } = effective[hint];
  if (source !== 'inferred' || declared === null || isDoubted(effective[hint])) return [];
  const isByHints = hint === 'readOnlyHint' && effective.destructiveHint.declared === true;
  return [{ hint, declared, against: isByHints ? 'hints' : 'name', message: reason }];
}
