import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { Diagnostic } from '../../code/code-backend.ts';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { pageOf } from '../fit-reply.ts';
import { start } from '../views/schemas.ts';
import { ask } from './ask.ts';
import { toRange, WORKSPACE_IS_LOADED } from './shapes.ts';

const SEVERITIES = ['Hidden', 'Info', 'Warning', 'Error'] as const;
const MAX = 500;
const USUAL = 100;

export const codeGetDiagnostics: DebugTool = defineTool({
  name: 'code_get_diagnostics',
  title: 'Get Diagnostics',
  description: {
    summary: "Lists the compiler's or type checker's diagnostics of the workspace, the most severe first.",
    returns: 'data: total_count, limited_to, summary by severity, diagnostics.',
    preconditions: WORKSPACE_IS_LOADED,
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    projectName: z.string().trim().min(1).optional().describe('Only this project of the workspace'),
    minSeverity: z.enum(SEVERITIES).default('Warning').describe('Least severe kind to list'),
    maxResults: z
      .number()
      .int()
      .default(USUAL)
      .describe(`Most to list; at most ${MAX}, and ${USUAL} where it is not positive`),
    start,
  }),
  output: {
    data: z.looseObject({
      total_count: z.number().int(),
      limited_to: z.number().int(),
      summary: z.record(z.string(), z.number().int()),
      diagnostics: z.array(z.looseObject({ id: z.string(), message: z.string(), severity: z.enum(SEVERITIES) })),
    }),
  },
  run: async ({ projectName, minSeverity, maxResults, start: from }, call) => {
    const found = await ask(call, (backend, deadline) => backend.diagnostics(projectName, deadline));
    if (!found.ok) return found;
    const least = SEVERITIES.indexOf(minSeverity);
    const rank = ({ severity }: Diagnostic) => SEVERITIES.indexOf(severity);
    const meant = found.value
      .filter((diagnostic) => rank(diagnostic) >= least)
      .toSorted((one, other) => rank(other) - rank(one));
    const most = maxResults <= 0 ? USUAL : Math.min(maxResults, MAX);
    const end = Math.min(meant.length, from + most);
    const { items, rest } = pageOf(
      meant.slice(0, end).map(toDiagnostic),
      from,
      'name one project, or raise minSeverity',
    );
    return ok({
      data: {
        total_count: meant.length,
        limited_to: most,
        summary: countBySeverity(meant),
        diagnostics: [...items],
      },
      ...(meant.length > end && { truncated: true, more: `Call again with start: ${end}, or name one project.` }),
      ...rest,
    });
  },
});

function countBySeverity(diagnostics: readonly Diagnostic[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { severity } of diagnostics) counts[severity.toLowerCase()] = (counts[severity.toLowerCase()] ?? 0) + 1;
  return counts;
}

function toDiagnostic({ id, message, severity, category, range, project, helpLink }: Diagnostic) {
  return { id, message, severity, category, ...(range !== null && toRange(range)), project, help_link: helpLink };
}
