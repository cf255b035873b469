import type { FoundTool, SearchAnswer } from '@toolmark/api-contract';
import { wordsOf } from '../text/words.ts';

/**
 * What was found as lines, for a model. The same as JSON would take half as many tokens again: every entry would repeat its keys.
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
  const says = [titleUnlessSaid(title, id, description), description].filter((part) => part !== '').join(' – ');
  const stands = status === undefined ? '' : `, ${status.replace('_', ' ')}`;
  return `${id}${signature} [${effective}: ${call}${stands}] ${says}`.trimEnd();
}

/** Most titles are the name again. */
function titleUnlessSaid(title: string, id: string, description: string): string {
  const known = new Set([...wordsOf(id), ...wordsOf(description)]);
  return wordsOf(title).every((word) => known.has(word)) ? '' : title;
}
