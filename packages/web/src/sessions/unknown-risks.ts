import type { SessionRisk, ToolCall } from '@toolmark/api-contract';

type Call = Pick<ToolCall, 'status' | 'effective'>;

/**
 * How many successful calls may have added a risk, because their tools do not declare enough to tell.
 *
 * @example
 * unknownRisks([aCallOfAToolWithoutAnnotations]) // { private_data_read: 1, untrusted_content_seen: 1, open_world_write: 1 }
 */
export function unknownRisks(calls: readonly Call[]): Readonly<Record<keyof SessionRisk, number>> {
  const counts = { private_data_read: 0, untrusted_content_seen: 0, open_world_write: 0 };
  for (const { status, effective } of calls) {
    if (status !== 'ok' || effective === null) continue;
    const { readOnlyHint: reads, destructiveHint: destroys, openWorldHint: open } = effective;
    const isWrite = isKnown(reads) ? !reads.value : isKnown(destroys);
    const mayRead = !isWrite;
    const mayWrite = isKnown(reads) ? !reads.value : true;
    if (isKnown(open)) {
      if (!isKnown(reads) && !isWrite) counts[open.value ? 'open_world_write' : 'private_data_read']++;
      continue;
    }
    counts.untrusted_content_seen++;
    if (mayRead) counts.private_data_read++;
    if (mayWrite) counts.open_world_write++;
  }
  return counts;
}

const isKnown = (hint: { readonly source: string } | undefined): boolean =>
  hint !== undefined && hint.source !== 'default' && hint.source !== 'inferred';
