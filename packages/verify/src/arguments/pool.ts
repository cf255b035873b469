import { isJsonObject, type JsonSchema } from '@toolmark/annotations';

/** Values that are known to exist on the server, by the name they were seen under. */
export interface Pool {
  /** Files and directories that the server was started with. */
  readonly files: readonly string[];
  readonly directories: readonly string[];
  readonly add: (name: string, value: unknown) => void;
  /** Takes the values out of a tool's answer. */
  readonly harvest: (tool: string, answer: unknown) => void;
  /** A value for a parameter: one seen under its name, or under a name that ends alike. */
  readonly pick: (parameter: string, turn: number) => unknown;
}

const MAX_VALUES = 12;
const MAX_LENGTH = 300;
const MAX_DEPTH = 7;
const MAX_ELEMENTS = 20;
const MAX_LINES = 60;

export function createPool(seeds: {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}): Pool {
  const byName = new Map<string, unknown[]>();
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined || value === '') return;
    if (typeof value === 'string' && value.length > MAX_LENGTH) return;
    const key = normal(name);
    if (key === '') return;
    const values = byName.get(key) ?? [];
    byName.set(key, values);
    if (!values.includes(value) && values.length < MAX_VALUES) values.push(value);
  };
  const walk = (value: unknown, name: string, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (Array.isArray(value)) for (const element of value.slice(0, MAX_ELEMENTS)) walk(element, name, depth + 1);
    else if (isJsonObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (typeof member !== 'object') add(key, member);
        // The id of a note is what other tools call `noteId`.
        if (/^(?:id|name|title|key)$/i.test(key) && name !== '') add(`${name}${key}`, member);
        walk(member, key, depth + 1);
      }
    } else if (name !== '') add(name, value);
  };
  return {
    ...seeds,
    add,
    harvest: (tool, answer) => {
      const subject = tool.replace(
        /^.*?(?:list|get|read|search|find|open|create|add|new|describe|show|query)[_-]?/i,
        '',
      );
      if (!isJsonObject(answer)) return;
      if (answer['structuredContent'] !== undefined) walk(answer['structuredContent'], subject, 0);
      const content = Array.isArray(answer['content']) ? answer['content'] : [];
      for (const block of content)
        if (isJsonObject(block) && typeof block['text'] === 'string') read(block['text'], subject);
    },
    pick: (parameter, turn) => {
      const key = normal(parameter);
      const exact = byName.get(key);
      if (exact !== undefined) return exact[turn % exact.length];
      for (const [name, values] of byName) {
        if (name.length > 1 && (key.endsWith(name) || name.endsWith(key))) return values[turn % values.length];
      }
      return undefined;
    },
  };

  function read(text: string, subject: string): void {
    const value = parseLoosely(text);
    if (value !== undefined) walk(value, subject, 0);
    else {
      for (const line of text.split('\n').slice(0, MAX_LINES)) {
        const [, name, shown] = /^\s*(?:[-*]\s*)?([A-Za-z][\w ]{1,24}):\s*(\S.{0,120})$/.exec(line) ?? [];
        if (name !== undefined && shown !== undefined) add(name, shown.trim().replace(/^['"]|['"]$/g, ''));
      }
    }
    for (const [commit] of text.matchAll(/\b[0-9a-f]{40}\b/g)) add('commit', commit);
  }
}

/** JSON, or how Python prints the same. */
function parseLoosely(text: string): unknown {
  for (const candidate of [text, pythonToJson(text)]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // Try the next reading.
    }
  }
  return undefined;
}

function pythonToJson(text: string): string {
  return text
    .replaceAll("'", '"')
    .replace(/\bNone\b/g, 'null')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false');
}

/** `note_ids`, `noteId` and `NoteID` are one name. */
function normal(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/s$/, '');
}

/** The examples a schema gives for a value, best first. */
export function examplesIn(schema: JsonSchema): readonly unknown[] {
  const { examples, example } = schema as { readonly examples?: unknown; readonly example?: unknown };
  const listed = Array.isArray(examples) ? examples : [];
  return example === undefined ? listed : [...listed, example];
}
