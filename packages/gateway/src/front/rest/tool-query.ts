import { err, HINT_NAMES, type HintName, ok, type Problem, type Result, type ToolClass } from '@toolmark/annotations';
import * as z from 'zod';
import type { CatalogTool } from '../../catalog/catalog.ts';

/** Which tools a list should show. */
export interface ToolQuery {
  readonly server: string | undefined;
  readonly class: ToolClass | undefined;
  /** Words that must all occur in a name, the title or the description. */
  readonly words: readonly string[];
  /** The effective value, or that the server did not declare it. */
  readonly hints: { readonly [Name in HintName]?: HintFilter | undefined };
  readonly contradicted: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

type HintFilter = 'true' | 'false' | 'absent';

const DEFAULT_LIMIT = 100;
/** A page of this many tools is a few megabytes at most; more is asked for page by page. */
const MAX_LIMIT = 1_000;

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

const hint = z.enum(['true', 'false', 'absent']).optional();

const schema = z.strictObject({
  server: z.string().optional(),
  class: z.enum(['read', 'additive', 'destructive']).optional(),
  q: z.string().max(200).optional(),
  readOnlyHint: hint,
  destructiveHint: hint,
  idempotentHint: hint,
  openWorldHint: hint,
  contradicted: z.enum(['true', 'false']).optional(),
  limit: wholeNumber(1, MAX_LIMIT).optional(),
  offset: wholeNumber(0, 1e9).optional(),
});

/**
 * Reads the parameters of `GET /tools`, or lists everything that is wrong with them.
 *
 * @example
 * parseToolQuery({ class: ['read'], limit: ['10'] })
 */
export function parseToolQuery(
  parameters: Readonly<Record<string, readonly string[]>>,
): Result<ToolQuery, readonly Problem[]> {
  const twice = Object.entries(parameters).flatMap(([path, values]) =>
    values.length > 1 ? [{ path, message: 'may be given once' }] : [],
  );
  const parsed = schema.safeParse(
    Object.fromEntries(Object.entries(parameters).map(([name, [value]]) => [name, value])),
  );
  if (!parsed.success || twice.length > 0) return err([...twice, ...(parsed.error?.issues.flatMap(toProblems) ?? [])]);
  const { q, limit, offset, contradicted, server, class: toolClass, ...hints } = parsed.data;
  return ok({
    server,
    class: toolClass,
    words: (q ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    hints,
    contradicted: contradicted === undefined ? undefined : contradicted === 'true',
    limit: limit ?? DEFAULT_LIMIT,
    offset: offset ?? 0,
  });
}

/** Whether a list with these filters shows a tool. */
export function matches(query: ToolQuery, tool: CatalogTool): boolean {
  const { resolution, definition } = tool;
  if (query.server !== undefined && tool.server !== query.server) return false;
  if (query.class !== undefined && resolution.class !== query.class) return false;
  if (query.contradicted !== undefined && resolution.contradictions.length > 0 !== query.contradicted) return false;
  for (const name of HINT_NAMES) {
    const wanted = query.hints[name];
    if (wanted === undefined) continue;
    const { value, declared } = resolution.hints[name];
    if (wanted === 'absent' ? declared !== undefined : String(value) !== wanted) return false;
  }
  if (query.words.length === 0) return true;
  const description = typeof definition.description === 'string' ? definition.description : '';
  const text = `${tool.exposed}\n${definition.name}\n${resolution.title.value}\n${description}`.toLowerCase();
  return query.words.every((word) => text.includes(word));
}

function toProblems(issue: z.core.$ZodIssue): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape).join(', ');
    return issue.keys.map((path) => ({ path, message: `is no parameter here; there are: ${known}` }));
  }
  const path = issue.path.map(String).join('.');
  if (issue.code === 'invalid_value')
    return [{ path, message: `must be one of: ${issue.values.map(String).join(', ')}` }];
  return [{ path, message: issue.message }];
}
