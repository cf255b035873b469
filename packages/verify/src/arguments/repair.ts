import { parametersOf, type ToolDefinition } from '@toolmark/annotations';

const MAX_TEXT = 2_000;

/**
 * Values that an error text asks for: `Available sheets: 'Sheet1'`, `Pass overwrite=true`, `use 'rows' or 'columns'`.
 * The text is data of the server: it can only choose values, and no path outside the directories it was started with.
 */
export function repairsFrom(
  errorText: string,
  tool: ToolDefinition,
  isAllowedPath: (path: string) => boolean,
): Readonly<Record<string, unknown>> {
  const text = errorText.slice(0, MAX_TEXT);
  const names = parametersOf(tool).map(({ name }) => name);
  const repairs: Record<string, unknown> = {};
  const set = (name: string, value: unknown): void => {
    if (typeof value === 'string' && value.startsWith('/') && !isAllowedPath(value)) return;
    repairs[name] ??= value;
  };
  for (const [, name, value] of text.matchAll(/\b(\w+)\s*=\s*(true|false|"[^"]{1,80}"|'[^']{1,80}'|\d+)/gi)) {
    if (name !== undefined && value !== undefined && names.includes(name)) set(name, literal(value));
  }
  const offered =
    /(?:available|valid|allowed|possible|existing|supported|one of|use|must be)\b[^:'"[\n]{0,40}[:[]?\s*((?:['"][^'"]{1,80}['"][\s,or|]*)+)/i.exec(
      text,
    );
  const first = offered?.[1] === undefined ? undefined : /['"]([^'"]+)['"]/.exec(offered[1])?.[1];
  const blamed =
    names.find((name) => new RegExp(`\\b${literally(name)}\\b`, 'i').test(text)) ?? namedByKind(text, names);
  if (first !== undefined && blamed !== undefined) set(blamed, first);
  return repairs;
}

/** `Sheet 'x' not found` is about `sheet_name`. */
function namedByKind(text: string, names: readonly string[]): string | undefined {
  const kind = /\b(\w{3,})\b['"\s]+[^\n]{0,60}?(?:not found|does not exist|unknown|invalid)/i
    .exec(text)?.[1]
    ?.toLowerCase();
  return kind === undefined ? undefined : names.find((name) => name.toLowerCase().includes(kind));
}

function literal(text: string): unknown {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (/^\d+$/.test(text)) return Number(text);
  return text.slice(1, -1);
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
