import type { HintKey, ToolClassName, ToolHint } from '@toolmark/api-contract';
import type { Component } from 'vue';
import { IconAdd, IconDestructive, IconIdempotent, IconOpenWorld, IconRead } from '../ui/icons.ts';

/** The order in which hints are always shown. */
export const HINTS: readonly HintKey[] = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

export interface HintWords {
  readonly icon: Component;
  readonly word: string;
  /** The word for false. */
  readonly not: string;
  /** The daisyUI colour name. */
  readonly colour: 'info' | 'error' | 'neutral' | 'secondary';
  /** What true means, and what false means. */
  readonly means: string;
  readonly meansNot: string;
  /** MCP's default. */
  readonly otherwise: boolean;
}

export const HINT_WORDS: Readonly<Record<HintKey, HintWords>> = {
  readOnlyHint: {
    icon: IconRead,
    word: 'Read-only',
    not: 'Not read-only',
    colour: 'info',
    means: 'It is read-only: calling it changes nothing.',
    meansNot: 'It may change something.',
    otherwise: false,
  },
  destructiveHint: {
    icon: IconDestructive,
    word: 'Destructive',
    not: 'Not destructive',
    colour: 'error',
    means: 'It may delete or overwrite existing data.',
    meansNot: 'It only adds: existing data is not lost.',
    otherwise: true,
  },
  idempotentHint: {
    icon: IconIdempotent,
    word: 'Idempotent',
    not: 'Not idempotent',
    colour: 'neutral',
    means: 'Repeating a call with the same arguments has no further effect: it is safe to retry.',
    meansNot: 'Each further call with the same arguments may have another effect.',
    otherwise: false,
  },
  openWorldHint: {
    icon: IconOpenWorld,
    word: 'Open world',
    not: 'Closed world',
    colour: 'secondary',
    means: 'It reaches beyond its own system, such as the web: anyone may have written what it returns.',
    meansNot: 'It works on its own closed system.',
    otherwise: true,
  },
};

/** The source of a hint's value. */
export const SOURCE_WORDS: Readonly<Record<ToolHint['source'], string>> = {
  override: 'set by a person',
  verified: 'proven',
  declared: 'declared by the server',
  inferred: 'tightened, because the tool’s name or description contradicts what it declares',
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
  additive: { icon: IconAdd, word: 'Adds', colour: 'success', means: 'Writes, but destroys no existing data.' },
  destructive: {
    icon: IconDestructive,
    word: 'Destructive',
    colour: 'error',
    means: 'May delete or overwrite existing data.',
  },
};

/** Whether destructive and idempotent have a meaning: only for tools that are not read-only. */
export const isMeaningful = (name: HintKey, hints: Readonly<Record<HintKey, ToolHint>>): boolean =>
  name === 'readOnlyHint' || name === 'openWorldHint' || !hints.readOnlyHint.value;
