import { err, ok, type Problem, type Result, type ToolDefinition, toMessage } from '@toolmark/annotations';
import type * as z from 'zod';
import { toSessionFacts } from '../session-facts.ts';
import { type CaseEntry, type CasesEntry, casesSchema, toolFileSchema } from './case-schema.ts';
import type { PolicyCase, PolicyCases } from './cases.ts';

/** Reads a JSON file, relative to the file with the cases. Throws an error with a readable message. */
export type ReadJson = (path: string) => unknown;

/**
 * Parses a file with cases. On failure, returns all problems.
 *
 * @example
 * parseCases({ tools: { notes: [{ name: 'purge' }] }, cases: [{ server: 'notes', tool: 'purge', expect: 'ask' }] })
 */
export function parseCases(json: unknown, readJson: ReadJson = noFiles): Result<PolicyCases, readonly Problem[]> {
  const parsed = casesSchema.safeParse(json);
  if (!parsed.success) return err(problemsOf(parsed.error));
  const { tools, problems } = collectTools(parsed.data, readJson);
  return problems.length > 0 ? err(problems) : ok({ tools, cases: parsed.data.cases.map(toCase) });
}

const noFiles: ReadJson = () => {
  throw new Error('files cannot be read here; write the tools into the file itself');
};

function collectTools(
  { tools: entries }: CasesEntry,
  readJson: ReadJson,
): { readonly tools: PolicyCases['tools']; readonly problems: readonly Problem[] } {
  const tools = new Map<string, readonly ToolDefinition[]>();
  const problems: Problem[] = [];
  for (const [server, entry] of Object.entries(entries)) {
    const read = typeof entry === 'string' ? readTools(entry, readJson) : ok(entry);
    if (read.ok) tools.set(server, read.value);
    else problems.push({ path: `tools.${server}`, message: read.error });
  }
  return { tools, problems };
}

function readTools(path: string, readJson: ReadJson): Result<readonly ToolDefinition[], string> {
  try {
    const parsed = toolFileSchema.safeParse(readJson(path));
    if (parsed.success) return ok('tools' in parsed.data ? parsed.data.tools : parsed.data);
    return err(`${path} ${parsed.error.issues[0]?.message}`);
  } catch (error) {
    return err(`${path} cannot be read: ${toMessage(error)}`);
  }
}

function toCase(entry: CaseEntry, index: number): PolicyCase {
  const { server, tool, expect } = entry;
  return {
    name: entry.name ?? `case ${index + 1}: ${server}/${tool}`,
    server,
    tool,
    arguments: entry.arguments,
    client: entry.client ?? null,
    token: entry.token ?? 'local',
    mode: entry.mode ?? 'direct',
    session: toSessionFacts(entry.session),
    expect: typeof expect === 'string' ? { decision: expect, rule: undefined } : { rule: undefined, ...expect },
  };
}

const problemsOf = ({ issues }: z.ZodError): readonly Problem[] =>
  issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
