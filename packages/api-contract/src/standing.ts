import * as z from 'zod';
import { type HintKey, hintName, moment } from './shared.ts';

/** Whether a tool may be called as it is, and what a person should look at. */
export interface Standing {
  /**
   * `held`: calls are refused until a person accepts it. `unreviewed`: its server claims more than counts until a person accepts
   * that. `changed`: it is another one than was pinned, and passes all the same.
   */
  readonly state: StandingState;
  readonly holds: readonly StandingHold[];
  /** What was pinned, and what it is now; `null` where it is the same. */
  readonly change: StandingChange | null;
  /** Who has looked at this very definition and let it pass; `null` where nobody had to. */
  readonly accepted: StandingAcceptance | null;
  /** Claims that would relax it and do not count until a person accepts them; empty unless its server is under review. */
  readonly unreviewed: readonly HintKey[];
  /** The claims that a person has accepted, and who; `null` where nobody did. */
  readonly reviewed: StandingReview | null;
  /** What was found in its definition or its results and is not right. */
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
  /** As they were pinned: `readOnly=true destructive=absent …`. */
  readonly was: { readonly hints: string; readonly prose: string };
  readonly is: { readonly hints: string; readonly prose: string };
  /** When the pin was made. */
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
