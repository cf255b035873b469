type Table = { [name: string]: unknown };

/**
 * Reads as much of TOML as the servers of a client need: tables with names in dots, strings, lists of strings, small tables
 * in one line, numbers and yes-or-no. What it does not know it leaves out.
 *
 * @example
 * parseToml('[mcp_servers.toolmark]\ncommand = "toolmark"\nargs = ["stdio"]')
 * // { mcp_servers: { toolmark: { command: 'toolmark', args: ['stdio'] } } }
 */
export function parseToml(text: string): Readonly<Record<string, unknown>> {
  const root: Table = {};
  let table: Table | undefined = root;
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = withoutComment(lines[index] ?? '').trim();
    const header = /^\[([^[\]].*)\]$/.exec(line)?.[1];
    if (header !== undefined) {
      table = tableAt(root, keysOf(header));
      continue;
    }
    // A list of tables is nothing that a server has.
    if (line.startsWith('[[')) table = undefined;
    const [, key, start] = /^((?:"[^"]*"|'[^']*'|[\w.-]|\s*\.\s*)+?)\s*=\s*(.*)$/.exec(line) ?? [];
    if (key === undefined || start === undefined) continue;
    let value = start;
    // A list may go over several lines.
    while (value.startsWith('[') && !isClosed(value) && index < lines.length - 1) {
      index += 1;
      value += ` ${withoutComment(lines[index] ?? '').trim()}`;
    }
    const names = keysOf(key);
    const last = names.pop();
    const owner = table === undefined ? undefined : tableAt(table, names);
    const parsed = readValue(value);
    if (owner !== undefined && last !== undefined && parsed !== undefined) define(owner, last, parsed);
  }
  return root;
}

function readValue(text: string): unknown {
  const [string] = /^(?:"(?:[^"\\]|\\.)*"|'[^']*')$/.exec(text) ?? [];
  if (string !== undefined) return stringOf(string);
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const inside = /^[[{](.*)[\]}]$/.exec(text)?.[1];
  if (inside === undefined) return undefined;
  const parts = partsOf(inside);
  if (text.startsWith('[')) return parts.map(readValue).filter((part) => part !== undefined);
  const table: Table = {};
  for (const part of parts) {
    const [, key = '', value = ''] = /^("[^"]*"|'[^']*'|[\w-]+)\s*=\s*(.*)$/.exec(part) ?? [];
    const [name] = keysOf(key);
    if (name !== undefined) define(table, name, readValue(value));
  }
  return table;
}

/** A string between quotes; escapes count between double ones, as in JSON. */
function stringOf(quoted: string): string | undefined {
  if (quoted.startsWith("'")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

const PIECE = /"(?:[^"\\]|\\.)*"|'[^']*'|[^"']/g;

const withoutComment = (line: string): string => {
  const pieces: readonly string[] = line.match(PIECE) ?? [];
  const end = pieces.indexOf('#');
  return (end === -1 ? pieces : pieces.slice(0, end)).join('');
};

const isClosed = (value: string): boolean => {
  const pieces: readonly string[] = value.match(PIECE) ?? [];
  return pieces.includes(']');
};

/** What stands between commas that are in no string and no list. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const piece of text.match(PIECE) ?? []) {
    if (piece === '[' || piece === '{') depth += 1;
    if (piece === ']' || piece === '}') depth -= 1;
    if (piece === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function keysOf(text: string): string[] {
  return (text.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^\s."']+/g) ?? []).map((key) =>
    /^["']/.test(key) ? (stringOf(key) ?? key) : key,
  );
}

function tableAt(root: Table, names: readonly string[]): Table | undefined {
  let table = root;
  for (const name of names) {
    const next = Object.hasOwn(table, name) ? table[name] : undefined;
    if (next === undefined) define(table, name, {});
    const found = table[name];
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
    table = found as Table;
  }
  return table;
}

/** Also for names such as `__proto__`, which assigning would not make a field of. */
function define(table: Table, name: string, value: unknown): void {
  Object.defineProperty(table, name, { value, enumerable: true, configurable: true, writable: true });
}
