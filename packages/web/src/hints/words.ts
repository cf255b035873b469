import type { HintKey, ToolClassName, ToolHint } from '@toolmark/api-contract';
import type { Component } from 'vue';
import { IconAdd, IconDestructive, IconIdempotent, IconOpenWorld, IconRead } from '../ui/icons.ts';

/** The order in which hints are always shown. */
export const HINTS: readonly HintKey[] = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

export interface HintWords {
  readonly icon: Component;
  readonly word: string;
  /** Where it is false. */
  readonly not: string;
  /** The colour of seed 002, as daisyUI calls it. */
  readonly colour: 'info' | 'error' | 'neutral' | 'secondary';
  /** What it means that it is true, and that it is not. */
  readonly means: string;
  readonly meansNot: string;
  /** What MCP takes it to be where nobody says. */
  readonly otherwise: boolean;
}

export const HINT_WORDS: Readonly<Record<HintKey, HintWords>> = {
  readOnlyHint: {
    icon: IconRead,
    word: 'Read-only',
    not: 'Not read-only',
    colour: 'info',
    means: 'It only reads: nothing is changed by calling it.',
    meansNot: 'It may change something.',
    otherwise: false,
  },
  destructiveHint: {
    icon: IconDestructive,
    word: 'Destructive',
    not: 'Not destructive',
    colour: 'error',
    means: 'It may delete or overwrite something that is there.',
    meansNot: 'What it changes is only added: nothing that is there is lost.',
    otherwise: true,
  },
  idempotentHint: {
    icon: IconIdempotent,
    word: 'Idempotent',
    not: 'Not idempotent',
    colour: 'neutral',
    means: 'Calling it again with the same arguments changes nothing more: it is safe to retry.',
    meansNot: 'Each further call with the same arguments may change something more.',
    otherwise: false,
  },
  openWorldHint: {
    icon: IconOpenWorld,
    word: 'Open world',
    not: 'Closed world',
    colour: 'secondary',
    means: 'It reaches beyond its own system, such as the web: what it returns may be written by anybody.',
    meansNot: 'It works on a closed system of its own.',
    otherwise: true,
  },
};

/** On whose word a hint counts. */
export const SOURCE_WORDS: Readonly<Record<ToolHint['source'], string>> = {
  override: 'set by a person',
  verified: 'proven',
  declared: 'declared by the server',
  inferred: 'tightened, because the tool’s own words speak against what it declares',
  default: 'not declared: the MCP default',
};

export interface ClassWords {
  readonly icon: Component;
  readonly word: string;
  readonly colour: 'info' | 'success' | 'error';
  readonly means: string;
}

export const CLASSES: readonly ToolClassName[] = ['read', 'additive', 'destructive'];

export const CLASS_WORDS: Readonly<Record<ToolClassName, ClassWords>> = {
  read: { icon: IconRead, word: 'Read-only', colour: 'info', means: 'Changes nothing.' },
  additive: { icon: IconAdd, word: 'Adds', colour: 'success', means: 'Writes, and destroys nothing that is there.' },
  destructive: {
    icon: IconDestructive,
    word: 'Destructive',
    colour: 'error',
    means: 'May delete or overwrite what is there.',
  },
};

/** Whether destructive and idempotent mean anything: only for what is not read-only. */
export const isMeaningful = (name: HintKey, hints: Readonly<Record<HintKey, ToolHint>>): boolean =>
  name === 'readOnlyHint' || name === 'openWorldHint' || !hints.readOnlyHint.value;
