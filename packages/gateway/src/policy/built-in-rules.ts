import { TOOL_CLASSES, type ToolClass } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import type { PolicyCall, PolicyTool } from '../model/policy-call.ts';
import { quote, toSentence } from './match/words.ts';
import { whatItIs } from './what-it-is.ts';

/** A rule that comes before those of the config, so that none of them can relax it. */
export interface BuiltInRule {
  readonly name: string;
  /** Whether it can decide any call of the tool. */
  readonly appliesTo: (tool: PolicyTool) => boolean;
  /** `undefined` if it does not decide this call. */
  readonly decide: (call: PolicyCall) => CallDecision | undefined;
  /** Why it does not decide, for explanations. A rule without this is explained only when it decides. */
  readonly passes?: (call: PolicyCall) => string;
}

/** A person has disabled the tool. */
const disabled: BuiltInRule = {
  name: 'disabled',
  appliesTo: ({ isDisabled }) => isDisabled === true,
  decide: ({ tool }) =>
    tool.isDisabled === true
      ? { kind: 'deny', rule: 'disabled', reason: 'A person has disabled it at this gateway.' }
      : undefined,
};

/** The token allows calls up to a class. Every class includes `read`. */
const ceiling: BuiltInRule = {
  name: 'ceiling',
  appliesTo: ({ resolution }) => resolution.class !== 'read',
  decide: ({ tool, caller }) => {
    if (isWithin(tool.resolution.class, caller.ceiling)) return undefined;
    const may = `while ${quote(caller.principal)} may only call ${WITHIN[caller.ceiling ?? 'destructive']}`;
    return { kind: 'deny', rule: 'ceiling', reason: toSentence(`${whatItIs(tool.resolution)}, ${may}`) };
  },
  passes: ({ tool, caller }) =>
    caller.ceiling === undefined
      ? `${quote(caller.principal)} may call any class.`
      : `Its class is ${tool.resolution.class}, and ${quote(caller.principal)} may call ${WITHIN[caller.ceiling]}.`,
};

/** The client chose the class that it calls by, and may have told its user so. Every class includes `read`. */
const variant: BuiltInRule = {
  name: 'variant',
  appliesTo: ({ resolution }) => resolution.class !== 'read',
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

/** A person must review the tool first. */
const held: BuiltInRule = {
  name: 'held',
  appliesTo: ({ standing }) => standing.holds.length > 0,
  decide: ({ tool }) => {
    const { holds } = tool.standing;
    if (holds.length === 0) return undefined;
    return { kind: 'hold', rule: 'held', reason: holds.map(({ reason }) => toSentence(reason)).join(' ') };
  },
  passes: () => 'Nothing about the tool waits for review.',
};

export const BUILT_IN_RULES: readonly BuiltInRule[] = [disabled, ceiling, variant, held];

const isWithin = (effective: ToolClass, most: ToolClass | undefined): boolean =>
  most === undefined || TOOL_CLASSES.indexOf(effective) <= TOOL_CLASSES.indexOf(most);

const WITHIN: Readonly<Record<ToolClass, string>> = {
  read: 'tools that only read',
  additive: 'tools that destroy nothing',
  destructive: 'any tool',
};
