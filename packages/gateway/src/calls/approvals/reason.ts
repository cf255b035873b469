import { isJsonObject } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import type { Call } from '../../model/call.ts';
import type { ApprovalsDeps } from './deps.ts';
import { extraParamsOf } from './extra-params.ts';
import { oneLine } from './question-text.ts';

const MAX_NAMES = 10;

/**
 * The reason for a question. Lists params besides the arguments, because a server may act on them.
 *
 * @example
 * reasonFor(call, decision, label) // 'It may destroy things. It comes with _meta: acme/tenant.'
 */
export function reasonFor(call: Call, { reason }: CallDecision, label: ApprovalsDeps['label']): string {
  const namesIn = (value: unknown): string => {
    if (!isJsonObject(value)) return '';
    const names = Object.keys(value);
    const shown = names.slice(0, MAX_NAMES).map((name) => oneLine(label(name) ?? '', 100));
    return `: ${shown.join(', ')}${names.length > MAX_NAMES ? ' …' : ''}`;
  };
  const { others, headers } = extraParamsOf(call);
  const besides = Object.entries({ ...others, ...(headers && { 'HTTP headers': headers }) });
  if (besides.length === 0) return reason;
  const parts = besides
    .slice(0, MAX_NAMES)
    .map(([name, value]) => `${oneLine(label(name) ?? '', 100)}${namesIn(value)}`);
  return `${reason} It comes with ${parts.join('; ')}.`;
}
