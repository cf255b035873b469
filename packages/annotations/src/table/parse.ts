import { err, type Problem, type Result, toMessage } from '../result.ts';
import { parseJsonTable } from './json.ts';
import { parseMarkdownTable } from './markdown.ts';
import { type Table, tableRows } from './table.ts';

/**
 * Reads a classification table in either form, and refuses one that names a tool twice.
 *
 * @example
 * const table = parseTable('| Tool | Title | ReadOnly |\n|---|---|---|\n| `list_notes` | List Notes | true |');
 */
export function parseTable(text: string): Result<Table, readonly Problem[]> {
  const parsed = looksLikeJson(text) ? parseJsonText(text) : parseMarkdownTable(text);
  if (!parsed.ok) return parsed;
  const problems = duplicates(parsed.value);
  return problems.length > 0 ? err(problems) : parsed;
}

// A Markdown document may open with a link, so a bracket alone does not make it JSON.
const looksLikeJson = (text: string): boolean => /^\s*(?:\{|\[\s*(?:\{|\]))/.test(text);

function parseJsonText(text: string): Result<Table, readonly Problem[]> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return err([{ path: '', message: `not valid JSON: ${toMessage(error)}` }]);
  }
  return parseJsonTable(json);
}

function duplicates(table: Table): readonly Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const { name } of tableRows(table)) {
    if (seen.has(name)) problems.push({ path: name, message: `tool '${name}' stands in the table more than once` });
    seen.add(name);
  }
  return problems;
}
