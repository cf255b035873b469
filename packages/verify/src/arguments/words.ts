import type { Pool } from './pool.ts';

/** The place of a parameter: which try it is, and what the tool says of itself. */
export interface ParameterContext {
  readonly parameter: string;
  readonly tool: string;
  readonly description: string;
  readonly turn: number;
  readonly pool: Pool;
}

type Guess = (context: ParameterContext) => unknown;

/** What a parameter's name says of its value. Checked in order. */
const GUESSES: readonly (readonly [RegExp, Guess])[] = [
  [/time_?zone|^tz$/i, ({ turn }) => ['Europe/Vienna', 'UTC', 'Asia/Tokyo'][turn % 3]],
  [/^time$/i, () => '12:30'],
  [/url|uri|href|link|website/i, () => 'http://example.com/'],
  [/e?mail/i, () => 'person@example.com'],
  [
    /(?:csv|image|dest|target|output|to).*(?:path|file)|destination|filename$/i,
    ({ pool, turn }) => inDirectory(pool, `verify-${turn}.txt`),
  ],
  [/repo/i, ({ pool }) => pool.directories[0]],
  [/dir|folder|root|cwd|workspace/i, ({ pool, turn }) => pool.directories[turn % Math.max(1, pool.directories.length)]],
  [
    /path|file|source/i,
    ({ pool, turn, tool }) =>
      isCreating(tool) ? inDirectory(pool, `verify-new-${turn}.txt`) : existingPath(pool, turn),
  ],
  [/revision|commit|sha|ref|start_point|base/i, ({ pool, turn }) => pool.pick('commit', turn) ?? 'HEAD'],
  [/sql|query|statement/i, (context) => queryFor(context)],
  [/range|source|refers/i, () => 'A1:B2'],
  [/cell|^at$/i, ({ turn }) => `A${turn + 1}`],
  [/date|day|since|until/i, () => '2026-01-02'],
  [/colou?r/i, () => '#336699'],
  [/lang|locale/i, () => 'en'],
  [/regex|pattern|glob/i, () => '*'],
  [/code|script/i, () => '1'],
];

/** A value from the words of a parameter's name. */
export function guessFromName(context: ParameterContext): unknown {
  return GUESSES.find(([pattern]) => pattern.test(context.parameter))?.[1](context);
}

/** Parameters for which a new value is right; for the others an existing one has to be found. */
export function wantsNewValue(parameter: string): boolean {
  return (
    /^new|_new|title|content|text|message|description|insight|thought|observation|details|body|note|original|replacement|comment/i.test(
      parameter,
    ) && !/^old|_id$|Id$/.test(parameter)
  );
}

export function isCreating(tool: string): boolean {
  return /creat|write|add|new|make|export|save|import|insert/i.test(tool);
}

function existingPath(pool: Pool, turn: number): string | undefined {
  const places = [...pool.files, ...pool.directories];
  return places[turn % Math.max(1, places.length)];
}

function inDirectory(pool: Pool, name: string): string {
  return `${pool.directories[0] ?? '/tmp'}/${name}`;
}

function queryFor({ tool, description, parameter, pool }: ParameterContext): string {
  if (!/select|sql|table/i.test(`${tool} ${description} ${parameter}`)) return 'a';
  if (/create/i.test(tool)) return 'CREATE TABLE verify_new (id INTEGER PRIMARY KEY)';
  const table = String(pool.pick('table_name', 0) ?? pool.pick('table', 0) ?? 'verify_new');
  return /write|insert|update|delete|execute/i.test(tool) ? `INSERT INTO "${table}" DEFAULT VALUES` : 'SELECT 1';
}
