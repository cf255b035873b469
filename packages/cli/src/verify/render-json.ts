import type { ShownVerification } from './render-text.ts';

/** The whole result, for programs. */
export function renderJson({ name, verification, isQuick, now, version }: ShownVerification): string {
  const { server, rung, channels, durationMs, tools } = verification;
  const report = {
    schema: 'io.toolmark/verification/1',
    verifier: version,
    taken: now.toISOString(),
    name,
    server,
    rung,
    channels,
    confirmed: !isQuick,
    duration_ms: durationMs,
    tools: tools.map((tool) => ({
      name: tool.name,
      annotations: tool.definition.annotations ?? null,
      argument_sets: tool.argumentSets,
      runs: tool.runs,
      probes: tool.probes,
      verdicts: Object.fromEntries(tool.verdicts.map(({ hint, ...verdict }) => [hint, verdict])),
      examples: tool.examples,
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
