import type { FoundTool, SearchAnswer } from '@toolmark/api-contract';
import { wordsOf } from '../text/words.ts';

/**
 * Formats search results as lines for a model. JSON would take half as many tokens again, because every entry repeats
 * its keys.
 *
 * @example
 * renderAnswer(answer)
 * // notes__delete_note(id: string) [destructive: call_tool_destructive] Deletes a note.
 */
export function renderAnswer({ tools, notes }: SearchAnswer): string {
  const lines = tools.map(renderTool);
  if (notes.length > 0) lines.push(...(lines.length > 0 ? [''] : []), ...notes.map((note) => `Note: ${note}`));
  return lines.join('\n');
}

function renderTool({ id, title, class: effective, call, signature, description, status }: FoundTool): string {
  const texts = [titleUnlessRedundant(title, id, description), description].filter((part) => part !== '').join(' – ');
  const statusText = status === undefined ? '' : `, ${status.replace('_', ' ')}`;
  return `${id}${signature} [${effective}: ${call}${statusText}] ${texts}`.trimEnd();
}

/** Most titles only repeat the name. */
function titleUnlessRedundant(title: string, id: string, description: string): string {
  const known = new Set([...wordsOf(id), ...wordsOf(description)]);
  return wordsOf(title).every((word) => known.has(word)) ? '' : title;
}
