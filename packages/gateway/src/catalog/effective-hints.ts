import type { EffectiveHint, HintName, Resolution } from '@toolmark/annotations';
import type { ToolHint } from '@toolmark/api-contract';

/** The four effective hints in the format of the API. */
export function toHints({ hints }: Pick<Resolution, 'hints'>): Readonly<Record<HintName, ToolHint>> {
  return {
    readOnlyHint: toHint(hints.readOnlyHint),
    destructiveHint: toHint(hints.destructiveHint),
    idempotentHint: toHint(hints.idempotentHint),
    openWorldHint: toHint(hints.openWorldHint),
  };
}

const toHint = ({ value, source, declared, reason }: EffectiveHint): ToolHint => ({
  value,
  source,
  declared: declared ?? null,
  reason,
});
