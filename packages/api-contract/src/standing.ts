import * as z from 'zod';
import type { Shape } from './shape.ts';
import { hintName, moment } from './shared.ts';

export const standingStates = ['ok', 'changed', 'unreviewed', 'held'] as const;

export type StandingState = (typeof standingStates)[number];

const standingHoldKinds = ['relaxed', 'changed', 'new', 'check', 'contradicted'] as const;

const print = z.object({ hints: z.string(), prose: z.string() });

export const standingSchema = z.object({
  /**
   * `held`: calls are refused until a person accepts the tool. `unreviewed`: its server claims hints that apply only
   * after a review. `changed`: it differs from its pin, but can be called.
   */
  state: z.enum(standingStates),
  holds: z.array(z.object({ kind: z.enum(standingHoldKinds), reason: z.string() })),
  /** The pinned and the current version; `null` if they are equal. */
  change: z
    .object({
      hints: z.enum(['same', 'tightened', 'relaxed']),
      prose: z.enum(['same', 'changed']),
      /** The pinned version: `readOnly=true destructive=absent …`. */
      was: print,
      is: print,
      /** When it was pinned. */
      pinned_at: moment,
    })
    .nullable(),
  /** Who accepted exactly this definition; `null` if nobody had to. */
  accepted: z.object({ at: moment, author: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  /** Claims that would relax it once a person accepts them; empty unless its server has `trust: review`. */
  unreviewed: z.array(hintName),
  /** The accepted claims, with who accepted them; `null` if nobody did. */
  reviewed: z.object({ at: moment, author: z.string().nullable(), claims: z.array(hintName) }).nullable(),
  /** Problems found in its definition or results. */
  warnings: z.array(z.string()),
});

/** Whether a tool may be called, and what a person should review. */
export type Standing = Shape<typeof standingSchema>;

export type StandingHold = Standing['holds'][number];

export type StandingChange = NonNullable<Standing['change']>;

export type StandingAcceptance = NonNullable<Standing['accepted']>;

export type StandingReview = NonNullable<Standing['reviewed']>;
