import { HINT_NAMES, hintsFingerprint } from '@toolmark/annotations';
import type { CatalogTool } from '../../model/catalog.ts';

/**
 * The declared and the effective hints of a tool as one text. An approval is valid only while it is the same.
 *
 * @example
 * hintsKey(tool) // 'readOnly=false destructive=absent idempotent=absent openWorld=absent, counted as 0101'
 */
export function hintsKey({ definition, resolution }: Pick<CatalogTool, 'definition' | 'resolution'>): string {
  const counted = HINT_NAMES.map((name) => (resolution.hints[name].value ? '1' : '0')).join('');
  return `${hintsFingerprint(definition)}, counted as ${counted}`;
}
