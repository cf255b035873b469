import { err, type Problem, type Result, toMessage } from '../result.ts';
import { parseJsonTable } from './json.ts';
import { parseMarkdownTable } from './markdown.ts';
import { type Table, tableRows } from './table.ts';

/**
 * Parses a classification table in either format, and rejects duplicate tools.
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

// A bracket alone does not mean JSON: a Markdown document may start with a link.
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
    if (seen.has(name)) problems.push({ path: name, message: `tool '${name}' is in the table more than once` });
    seen.add(name);
  }
  return problems;
}
