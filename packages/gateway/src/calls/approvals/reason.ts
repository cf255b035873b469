import { isJsonObject } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import type { Call } from '../../model/call.ts';
import type { ApprovalsDeps } from './deps.ts';
import { extraParamsOf } from './extra-params.ts';
import { oneLine } from './question-text.ts';

const MOST_NAMES = 10;

/**
 * Why somebody is asked, for everybody who can answer. That the call brings more than its arguments is part of it: by that a server
 * may do something else.
 *
 * @example
 * reasonFor(call, decision, label) // 'It may destroy things. It comes with _meta: acme/tenant.'
 */
export function reasonFor(call: Call, { reason }: CallDecision, label: ApprovalsDeps['label']): string {
  const namesIn = (value: unknown): string => {
    if (!isJsonObject(value)) return '';
    const names = Object.keys(value);
    const shown = names.slice(0, MOST_NAMES).map((name) => oneLine(label(name) ?? '', 100));
    return `: ${shown.join(', ')}${names.length > MOST_NAMES ? ' …' : ''}`;
  };
  const { others, headers } = extraParamsOf(call);
  const besides = Object.entries({ ...others, ...(headers && { 'HTTP headers': headers }) });
  if (besides.length === 0) return reason;
  const parts = besides
    .slice(0, MOST_NAMES)
    .map(([name, value]) => `${oneLine(label(name) ?? '', 100)}${namesIn(value)}`);
  return `${reason} It comes with ${parts.join('; ')}.`;
}
