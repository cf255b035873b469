import type { ToolDefinition } from '@toolmark/annotations';
import { mayLoseDigits } from '@toolmark/base';

/** Whoever reads the definition with a parser of doubles has to come to the same fingerprint. */
export function withPlainNumbers(definition: ToolDefinition): ToolDefinition {
  const json = JSON.stringify(definition);
  return mayLoseDigits(json) ? (JSON.parse(json) as ToolDefinition) : definition;
}
