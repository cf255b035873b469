import * as z from 'zod';
import { type HintKey, hintName, moment } from './shared.ts';

/** Whether a tool may be called, and what a person should review. */
export interface Standing {
  /**
   * `held`: calls are refused until a person accepts the tool. `unreviewed`: its server claims hints that apply only
   * after a review. `changed`: it differs from its pin, but can be called.
   */
  readonly state: StandingState;
  readonly holds: readonly StandingHold[];
  /** The pinned and the current version; `null` if they are equal. */
  readonly change: StandingChange | null;
  /** Who accepted exactly this definition; `null` if nobody had to. */
  readonly accepted: StandingAcceptance | null;
  /** Claims that would relax it once a person accepts them; empty unless its server has `trust: review`. */
  readonly unreviewed: readonly HintKey[];
  /** The accepted claims, with who accepted them; `null` if nobody did. */
  readonly reviewed: StandingReview | null;
  /** Problems found in its definition or results. */
  readonly warnings: readonly string[];
}

export const standingStates = ['ok', 'changed', 'unreviewed', 'held'] as const;

export type StandingState = (typeof standingStates)[number];

const standingHoldKinds = ['relaxed', 'changed', 'new', 'check', 'contradicted'] as const;

export interface StandingHold {
  readonly kind: (typeof standingHoldKinds)[number];
  readonly reason: string;
}

export interface StandingChange {
  readonly hints: 'same' | 'tightened' | 'relaxed';
  readonly prose: 'same' | 'changed';
  /** The pinned version: `readOnly=true destructive=absent …`. */
  readonly was: { readonly hints: string; readonly prose: string };
  readonly is: { readonly hints: string; readonly prose: string };
  /** When it was pinned. */
  readonly pinned_at: string;
}

export interface StandingAcceptance {
  readonly at: string;
  readonly author: string | null;
  readonly reason: string | null;
}

export interface StandingReview {
  readonly at: string;
  readonly author: string | null;
  readonly claims: readonly HintKey[];
}

const print = z.object({ hints: z.string(), prose: z.string() });

export const standingSchema: z.ZodType<Standing> = z.object({
  state: z.enum(standingStates),
  holds: z.array(z.object({ kind: z.enum(standingHoldKinds), reason: z.string() })),
  change: z
    .object({
      hints: z.enum(['same', 'tightened', 'relaxed']),
      prose: z.enum(['same', 'changed']),
      was: print,
      is: print,
      pinned_at: moment,
    })
    .nullable(),
  accepted: z.object({ at: moment, author: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  unreviewed: z.array(hintName),
  reviewed: z.object({ at: moment, author: z.string().nullable(), claims: z.array(hintName) }).nullable(),
  warnings: z.array(z.string()),
});
