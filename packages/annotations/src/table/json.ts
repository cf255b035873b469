import * as z from 'zod';
import { isJsonObject } from '../definition.ts';
import { HINT_NAMES, type HintName } from '../hints.ts';
import { err, ok, type Problem, type Result } from '../result.ts';
import { type ExpectedHint, hintOfColumn, type Table, type TableGroup, type TableRow } from './table.ts';

const Hint = z.boolean().nullable();
const Title = z.string().min(1, 'a title has text; write null where there must be none').nullable();
const Row = z.looseObject({ name: z.string().min(1), title: Title.optional() });
const Rows = z.array(Row);
const Group = z.looseObject({ heading: z.string().optional(), level: z.int().min(1).max(6).optional(), tools: Rows });
const Document = z.union([Rows, z.looseObject({ tools: Rows }), z.looseObject({ groups: z.array(Group) })]);

/**
 * Reads the JSON form: `{ "tools": [{ "name", "title", "readOnlyHint", … }] }`, the same in `groups` with headings, or the
 * bare list. Hints may also stand in an `annotations` object, as MCP has them, or under short names (`readOnly`).
 */
export function parseJsonTable(json: unknown): Result<Table, readonly Problem[]> {
  const parsed = Document.safeParse(json);
  if (!parsed.success) return err(documentProblems(json));
  const document = parsed.data;
  const problems: Problem[] = [];
  const groups: TableGroup[] = [];
  if (Array.isArray(document)) groups.push({ rows: toRows(document, 'tools', problems) });
  else if ('groups' in document && Array.isArray(document.groups)) {
    for (const [index, group] of document.groups.entries()) {
      const rows = toRows(group.tools, `groups[${index}].tools`, problems);
      groups.push(
        group.heading === undefined ? { rows } : { heading: { text: group.heading, level: group.level ?? 2 }, rows },
      );
    }
  } else if ('tools' in document)
    groups.push({ rows: toRows(document.tools as z.infer<typeof Rows>, 'tools', problems) });
  return problems.length > 0 ? err(problems) : ok({ groups });
}

/** Writes a table in the JSON form; flat tables as `tools`, grouped ones as `groups`. */
export function printJsonTable(table: Table): string {
  const [first] = table.groups;
  const flat = table.groups.length === 1 && first !== undefined && first.heading === undefined;
  const document = flat
    ? { tools: first.rows.map(fromRow) }
    : {
        groups: table.groups.map(({ heading, rows }) => ({
          ...(heading === undefined ? {} : { heading: heading.text, level: heading.level }),
          tools: rows.map(fromRow),
        })),
      };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Extras are written beside the hints, or under `extra` if their key would be read as a known column. */
function fromRow({ extra = {}, ...row }: TableRow): Record<string, unknown> {
  const entries = Object.entries(extra);
  const apart = entries.filter(([key]) => isReserved(key));
  return {
    ...row,
    ...Object.fromEntries(entries.filter(([key]) => !isReserved(key))),
    ...(apart.length === 0 ? {} : { extra: Object.fromEntries(apart) }),
  };
}

const isReserved = (key: string): boolean =>
  ['name', 'title', 'annotations', 'extra'].includes(key) || hintOfColumn(key) !== undefined;

function toRows(rows: z.infer<typeof Rows>, path: string, problems: Problem[]): readonly TableRow[] {
  return rows.map((row, index) => toRow(row, `${path}[${index}]`, problems));
}

function toRow(
  { name, title, annotations, extra: apart, ...rest }: z.infer<typeof Row>,
  path: string,
  problems: Problem[],
): TableRow {
  const hints: { [Name in HintName]?: ExpectedHint } = {};
  const extra: [string, unknown][] = [];
  const { title: mcpTitle, ...stated } = toObject('annotations', annotations);
  for (const [key, value] of Object.entries({ ...stated, ...rest })) {
    const hint = hintOfColumn(key);
    if (hint === undefined) {
      extra.push([key, value]);
      continue;
    }
    const expected = Hint.safeParse(value);
    if (expected.success) hints[hint] = expected.data;
    else problems.push({ path: `${path}.${key}`, message: `${key} of '${name}' must be true, false or null (absent)` });
  }
  // MCP has titles in two places; clients prefer the outer one.
  const nested = Title.safeParse(mcpTitle);
  const shown = title === undefined && nested.success ? nested.data : title;
  if (mcpTitle !== undefined && shown !== mcpTitle) extra.push(['title', mcpTitle]);
  const kept = [...extra, ...Object.entries(toObject('extra', apart))].filter(([, value]) => value !== undefined);
  return {
    name,
    ...(shown === undefined ? {} : { title: shown }),
    ...inOrder(hints),
    ...(kept.length === 0 ? {} : { extra: Object.fromEntries(kept) }),
  };
}

/** The members of an object; any other value is wrapped under its key. */
function toObject(key: string, value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : { [key]: value };
}

function inOrder(hints: { [Name in HintName]?: ExpectedHint }): { [Name in HintName]?: ExpectedHint } {
  return Object.fromEntries(HINT_NAMES.filter((hint) => hint in hints).map((hint) => [hint, hints[hint]]));
}

/** A union's own error only says "invalid input"; this finds the invalid row. */
function documentProblems(json: unknown): readonly Problem[] {
  const shape = Array.isArray(json) ? Rows : z.looseObject({ tools: Rows });
  const candidate =
    typeof json === 'object' && json !== null && 'groups' in json ? z.looseObject({ groups: z.array(Group) }) : shape;
  const parsed = candidate.safeParse(json);
  if (parsed.success)
    return [{ path: '', message: 'not a table: expected a list of tools, or an object with tools or groups' }];
  return parsed.error.issues.map((issue) => ({ path: toPath(issue.path), message: issue.message }));
}

function toPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}
