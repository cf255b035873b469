import { isDeepStrictEqual } from 'node:util';
import { err, isJsonObject, ok, type Result, type ToolDefinition } from '@toolmark/annotations';
import { isTooDeep, MAX_DEPTH, toPrintable } from '@toolmark/reach';
import type { Fault } from './failure.ts';
import type { InspectLimits } from './limits.ts';
import type { WireProblem } from './problem.ts';

/** Everything a server lists. */
export interface ToolListing {
  readonly tools: readonly ToolDefinition[];
  readonly pages: number;
  readonly problems: readonly WireProblem[];
}

export interface ListToolsOptions {
  /** Requests one page and returns the result as it arrived. */
  readonly fetchPage: (cursor: string | undefined) => Promise<Result<unknown, Fault>>;
  readonly era: 'modern' | 'legacy';
  readonly limits: Pick<InspectLimits, 'pages' | 'tools'>;
  readonly onPage: (progress: { readonly tools: number; readonly pages: number }) => void;
}

/** Reads all pages of `tools/list` without changing any tool object. */
export async function listTools(options: ListToolsOptions): Promise<Result<ToolListing, Fault>> {
  const { fetchPage, era, limits, onPage } = options;
  const tools: ToolDefinition[] = [];
  const problems: WireProblem[] = [];
  const seen = new Set<string>();
  let entries = 0;
  let previous: readonly unknown[] | undefined;
  let cursor: string | undefined;
  for (let pages = 1; ; pages++) {
    const result = await fetchPage(cursor);
    const page = result.ok ? readPage(result.value) : result;
    if (!page.ok) return page;
    if (pages === 1 && era === 'modern') problems.push(...incompleteness(page.value.missing));
    const next = page.value.nextCursor;
    const isRepeated = typeof next === 'string' && seen.has(next);
    // A server that ignores cursors sends its first page repeatedly; keep it once.
    if (!(isRepeated && isDeepStrictEqual(page.value.entries, previous))) {
      for (const entry of page.value.entries) {
        const reason = whyUnusable(entry);
        if (reason === undefined) tools.push(entry as ToolDefinition);
        else problems.push(unusable(entries, reason));
        entries++;
      }
    }
    onPage({ tools: tools.length, pages });
    if (entries > limits.tools) return err(tooMany(`more than ${limits.tools} tools`));
    if (typeof next !== 'string') {
      if (next !== undefined) problems.push(INVALID_CURSOR);
      return ok({ tools, pages, problems });
    }
    if (isRepeated) {
      problems.push(repeated(next));
      return ok({ tools, pages, problems });
    }
    if (pages >= limits.pages) return err(tooMany(`more than ${limits.pages} pages of tools`));
    seen.add(next);
    previous = page.value.entries;
    cursor = next;
  }
}

interface Page {
  readonly entries: readonly unknown[];
  readonly nextCursor: unknown;
  readonly missing: readonly string[];
}

function readPage(result: unknown): Result<Page, Fault> {
  const entries = isJsonObject(result) ? result['tools'] : undefined;
  if (!isJsonObject(result) || !Array.isArray(entries)) {
    const found = isJsonObject(result) ? `whose 'tools' is ${describe(entries)}` : `that is ${describe(result)}`;
    const message = `The server answered tools/list with a result ${found}; it must be an object with an array of tools.`;
    return err({ code: 'bad-list', message });
  }
  const missing = REQUIRED_IN_MODERN_RESULTS.filter((member) => result[member] === undefined);
  return ok({ entries, nextCursor: result['nextCursor'], missing });
}

const REQUIRED_IN_MODERN_RESULTS = ['resultType', 'ttlMs', 'cacheScope'] as const;

function whyUnusable(entry: unknown): string | undefined {
  if (!isJsonObject(entry)) return `it is ${describe(entry)}`;
  if (typeof entry['name'] !== 'string') return `its name is ${describe(entry['name'])}`;
  if (isTooDeep(entry)) return `it is nested more than ${MAX_DEPTH} levels deep`;
  return undefined;
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function unusable(index: number, reason: string): WireProblem {
  const message = `Entry ${index} of the list cannot be used as a tool: ${reason}.`;
  return { kind: 'unusable-tool', message, index, reason };
}

function repeated(cursor: string): WireProblem {
  const shown = toPrintable(cursor, 60);
  const message = `The server sent the cursor '${shown}' twice, so its list never ends; omit nextCursor on the last page.`;
  return { kind: 'repeated-cursor', message, cursor };
}

function incompleteness(missing: readonly string[]): readonly WireProblem[] {
  if (missing.length === 0) return [];
  const message = `The result of tools/list lacks ${missing.join(', ')}, which the 2026-07-28 protocol requires; clients may refuse it.`;
  return [{ kind: 'incomplete-result', message, missing }];
}

function tooMany(what: string): Fault {
  return { code: 'too-large', message: `The server lists ${what}; check that its cursors come to an end.` };
}

const INVALID_CURSOR: WireProblem = {
  kind: 'invalid-cursor',
  message: 'The server sent a nextCursor that is not a string; omit it on the last page.',
};
