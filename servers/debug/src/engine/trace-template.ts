import type { TracePart } from '../backend/backend.ts';
import type { DebugError } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';

/**
 * Parses a tracepoint's message. `{expression}` is evaluated at the tracepoint; `{{` and `}}` are literal braces.
 * Braces in an expression may nest, and are ignored in its strings.
 *
 * @example
 * parseTemplate('x={x} {{raw}}') // [{ text: 'x=' }, { expression: 'x' }, { text: ' {raw}' }]
 */
export function parseTemplate(template: string): Result<readonly TracePart[], DebugError> {
  const parts: TracePart[] = [];
  let text = '';
  let at = 0;
  while (at < template.length) {
    const two = template.slice(at, at + 2);
    if (two === '{{' || two === '}}') {
      text += two.charAt(0);
      at += 2;
    } else if (template[at] === '}') {
      return invalid(template, at, "a '}' that closes nothing; write '}}' for a brace");
    } else if (template[at] === '{') {
      const end = endOfExpression(template, at + 1);
      if (end === undefined) return invalid(template, at, "a '{' that is never closed; write '{{' for a brace");
      const expression = template.slice(at + 1, end).trim();
      if (expression === '') return invalid(template, at, "'{}' without an expression");
      if (text !== '') parts.push({ text });
      parts.push({ expression });
      text = '';
      at = end + 1;
    } else {
      text += template[at];
      at += 1;
    }
  }
  if (text !== '') parts.push({ text });
  return ok(parts);
}

function endOfExpression(template: string, from: number): number | undefined {
  let depth = 0;
  let quote: string | undefined;
  for (let at = from; at < template.length; at += 1) {
    const character = template.charAt(at);
    if (quote !== undefined) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = undefined;
    } else if (character === '"' || character === "'" || character === '`') quote = character;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return undefined;
}

function invalid(template: string, at: number, what: string): Result<never, DebugError> {
  return err({
    code: 'INVALID_PARAMETER',
    message: `log_message has ${what} (character ${at + 1}).`,
    details: { parameter: 'log_message', log_message: template, position: at + 1 },
  });
}
