import {
  printJsonTable,
  printMarkdownTable,
  resolve,
  type Table,
  type ToolDefinition,
  tableFromTools,
} from '@toolmark/annotations';
import { inspectServer } from '@toolmark/audit';
import { EXIT, type ExitCode, type Io } from './io.ts';
import { planAudits, type TargetOptions } from './plan.ts';
import { createProgress } from './progress.ts';

export interface TableCommandOptions extends TargetOptions {
  readonly format: 'md' | 'json';
  readonly timeout?: number;
  readonly protocol: 'auto' | 'modern' | 'legacy';
}

/** `toolmark table`: prints the declared hints of a server as a classification table to start from. */
export async function tableCommand(options: TableCommandOptions, io: Io): Promise<ExitCode> {
  const planned = await planAudits(options, io);
  const [plan, ...others] = planned.ok ? planned.value : [];
  if (!planned.ok || plan === undefined || others.length > 0) {
    const names = planned.ok ? planned.value.map(({ name }) => name).join(', ') : '';
    io.stderr.write(`${planned.ok ? `There are several servers; pick one with --server: ${names}` : planned.error}\n`);
    return EXIT.couldNotRun;
  }
  const progress = createProgress(io.stderr, plan.name);
  const { timeout = plan.timeout } = options;
  const inspection = await inspectServer(plan.target, {
    protocol: options.protocol,
    signal: io.signal,
    onProgress: progress.report,
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
  });
  progress.done();
  if (!inspection.ok) {
    const { message, stderrTail } = inspection.error;
    io.stderr.write(`${[message, ...stderrTail.map((line) => `  ${line}`)].join('\n')}\n`);
    return io.signal.aborted ? EXIT.interrupted : EXIT.couldNotRun;
  }
  const table = withSuggestions(inspection.value.tools);
  io.stdout.write(options.format === 'json' ? printJsonTable(table) : printMarkdownTable(table));
  return EXIT.clean;
}

/**
 * If a hint is absent or contradicted and the tool's words are clear, the row contains a suggestion for a person to
 * decide.
 */
function withSuggestions(tools: readonly ToolDefinition[]): Table {
  const notes = new Map(tools.map((tool) => [tool.name, noteOf(tool)]));
  const table = tableFromTools(tools);
  return {
    groups: table.groups.map((group) => ({
      ...group,
      rows: group.rows.map((row) => {
        const note = notes.get(row.name);
        return note === undefined ? row : { ...row, extra: { ...row.extra, Suggestion: note } };
      }),
    })),
  };
}

function noteOf(tool: ToolDefinition): string | undefined {
  const { suggestions, contradictions } = resolve(tool);
  const [suggested] = suggestions;
  const notes = [
    ...contradictions.map(({ hint, declared, message }) => `${message}: ${hint}=${!declared}?`),
    ...(suggested === undefined
      ? []
      : [`${suggested.because}: ${suggestions.map(({ hint, value }) => `${hint}=${value}`).join(', ')}?`]),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}
