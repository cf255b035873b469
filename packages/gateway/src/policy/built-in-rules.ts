import { TOOL_CLASSES, type ToolClass } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import type { PolicyCall } from '../model/policy-call.ts';
import { quote, toSentence } from './match/words.ts';
import { whatItIs } from './what-it-is.ts';

/** A rule that comes before those of the config, and that none of them can relax. */
export interface BuiltInRule {
  readonly name: string;
  /** What it decides, if it does. */
  readonly decide: (call: PolicyCall) => CallDecision | undefined;
  /** Why it does not; left out of one that is only worth telling of where it does. */
  readonly passes?: (call: PolicyCall) => string;
}

/** A person has switched the tool off. */
const disabled: BuiltInRule = {
  name: 'disabled',
  decide: ({ tool }) =>
    tool.isDisabled === true
      ? { kind: 'deny', rule: 'disabled', reason: 'A person has switched it off at this gateway.' }
      : undefined,
};

/** Whoever calls may do only so much. */
const ceiling: BuiltInRule = {
  name: 'ceiling',
  decide: ({ tool, caller }) => {
    if (isWithin(tool.resolution.class, caller.ceiling)) return undefined;
    const may = `while ${quote(caller.principal)} may only call ${WITHIN[caller.ceiling ?? 'destructive']}`;
    return { kind: 'deny', rule: 'ceiling', reason: toSentence(`${whatItIs(tool.resolution)}, ${may}`) };
  },
  passes: ({ tool, caller }) =>
    caller.ceiling === undefined
      ? `Nothing limits what ${quote(caller.principal)} may call.`
      : `Its class is ${tool.resolution.class}, and ${quote(caller.principal)} may call ${WITHIN[caller.ceiling]}.`,
};

/** The client has chosen how dangerous a tool it wants to call, and has perhaps told a person so. */
const variant: BuiltInRule = {
  name: 'variant',
  decide: ({ tool, caller }) => {
    const { class: effective } = tool.resolution;
    if (isWithin(effective, caller.variant)) return undefined;
    const chosen = `while it was called as ${caller.variant}; call it as ${effective} instead`;
    return { kind: 'deny', rule: 'variant', reason: toSentence(`${whatItIs(tool.resolution)}, ${chosen}`) };
  },
  passes: ({ tool, caller }) =>
    caller.variant === undefined
      ? 'The client chose no variant.'
      : `Its class is ${tool.resolution.class}, and it was called as ${caller.variant}.`,
};

/** A person should look at the tool first. */
const held: BuiltInRule = {
  name: 'held',
  decide: ({ tool }) => {
    const { holds } = tool.standing;
    if (holds.length === 0) return undefined;
    return { kind: 'hold', rule: 'held', reason: holds.map(({ reason }) => toSentence(reason)).join(' ') };
  },
  passes: () => 'Nothing about the tool waits for a person to look at it.',
};

export const BUILT_IN_RULES: readonly BuiltInRule[] = [disabled, ceiling, variant, held];

const isWithin = (effective: ToolClass, most: ToolClass | undefined): boolean =>
  most === undefined || TOOL_CLASSES.indexOf(effective) <= TOOL_CLASSES.indexOf(most);

const WITHIN: Readonly<Record<ToolClass, string>> = {
  read: 'what only reads',
  additive: 'what destroys nothing',
  destructive: 'anything',
};
