import type { ToolDefinition } from '@toolmark/annotations';
import { mayLoseDigits } from '@toolmark/base';

/** Rounds numbers to doubles, so that all parsers compute the same fingerprint. */
export function withPlainNumbers(definition: ToolDefinition): ToolDefinition {
  const json = JSON.stringify(definition);
  return mayLoseDigits(json) ? (JSON.parse(json) as ToolDefinition) : definition;
}
