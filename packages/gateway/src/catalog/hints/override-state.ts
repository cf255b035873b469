import { HINT_NAMES, type HintName, type PartialHints } from '@toolmark/annotations';
import type { Override, OverrideChange, OverrideRequest } from '@toolmark/api-contract';
import type { OverrideConfig } from '@toolmark/config';
import * as z from 'zod';

/** The requested hints and the author; `null` or missing if unknown. */
export interface OverrideSetting extends OverrideRequest {
  readonly author?: string | null | undefined;
}

/**
 * The content of `overrides.json`, in the format of `overrides` in `toolmark.json`, so that entries can be moved there.
 */
export interface OverrideState {
  readonly overrides: readonly OverrideConfig[];
  /** Newest first. */
  readonly history: readonly OverrideChange[];
}

export const NO_OVERRIDES: OverrideState = Object.freeze({ overrides: [], history: [] });

const hints: z.ZodType<PartialHints> = z.strictObject({
  readOnlyHint: z.boolean().exactOptional(),
  destructiveHint: z.boolean().exactOptional(),
  idempotentHint: z.boolean().exactOptional(),
  openWorldHint: z.boolean().exactOptional(),
});

export const overrideStateSchema: z.ZodType<OverrideState> = z.strictObject({
  overrides: z.array(
    z.strictObject({
      server: z.string().min(1),
      tool: z.string().min(1),
      hints,
      reason: z.string().nullable().default(null),
      author: z.string().nullable().default(null),
      at: z.iso.datetime({ offset: true }).nullable().default(null),
    }),
  ),
  history: z
    .array(
      z.strictObject({
        at: z.iso.datetime(),
        action: z.enum(['set', 'remove']),
        server: z.string(),
        tool: z.string(),
        before: hints.nullable(),
        after: hints.nullable(),
        author: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    )
    .default([]),
});

/** Converts a request to a stored override; `undefined` if no hint remains. */
export function toOverride(
  { server, tool }: Pick<Override, 'server' | 'tool'>,
  { hints: wanted, reason, author }: OverrideSetting,
  at: string,
): OverrideConfig | undefined {
  const set: { [Hint in HintName]?: boolean } = {};
  for (const hint of HINT_NAMES) {
    const value = wanted[hint];
    if (typeof value === 'boolean') set[hint] = value;
  }
  if (Object.keys(set).length === 0) return undefined;
  return { server, tool, hints: set, reason: reason ?? null, author: author ?? null, at };
}

export const fromConfig = (override: OverrideConfig): Override => ({ ...override, origin: 'config' });

export const fromState = (override: OverrideConfig): Override => ({ ...override, origin: 'set' });
