import { CLIENTS, HINT_NAMES, PROFILES, SEVERITIES, TOOL_CLASSES } from '@toolmark/annotations';
import * as z from 'zod';

const severity = z.enum(SEVERITIES);
const hintName = z.enum(HINT_NAMES);

const effectiveHint = z
  .strictObject({
    value: z.boolean().describe('What counts.'),
    source: z.enum(['override', 'verified', 'declared', 'inferred', 'default']).describe('The source of the value.'),
    declared: z.boolean().optional().describe('The value that the server declared, if any.'),
    reason: z.string(),
  })
  .describe('The effective value of one hint.');

const finding = z.strictObject({
  code: z.string().regex(/^TM\d{3}$/),
  rule: z.string(),
  severity,
  tool: z.string().optional().describe('Absent if the finding is about the server itself.'),
  message: z.string(),
  fix: z.string(),
});

const forecast = z.strictObject({
  client: z.string(),
  name: z.string(),
  verdict: z.enum(['runs', 'asks', 'refuses']),
  says: z.string(),
});

const tool = z.strictObject({
  name: z.string(),
  title: z.string().optional(),
  class: z.enum(TOOL_CLASSES),
  hints: z.record(hintName, effectiveHint),
  annotations: z.unknown().optional().describe('The annotations as the server sent them.'),
  contradictions: z.array(
    z.strictObject({
      hint: hintName,
      declared: z.boolean(),
      against: z.enum(['hints', 'name', 'title', 'description', 'parameter', 'program']),
      action: z.enum(['read', 'create', 'append', 'update', 'delete', 'act']).optional(),
      message: z.string(),
    }),
  ),
  suggestions: z.array(z.strictObject({ hint: hintName, value: z.boolean(), because: z.string() })),
  clients: z.array(forecast).optional().describe('Only with --clients.'),
});

const count = z.int().min(0);

const report = z.strictObject({
  target: z.string(),
  alias: z.string().optional().describe('The name of the server in the project.'),
  server: z.strictObject({ name: z.string(), version: z.string() }).optional(),
  protocolVersion: z.string(),
  transport: z.enum(['stdio', 'http', 'sse', 'streams']),
  profile: z.enum(PROFILES.map(({ name }) => name)),
  table: z.string().optional(),
  lock: z.string().optional().describe('The lock that the tools were compared with.'),
  tools: z.array(tool),
  findings: z.array(finding).describe('Gravest first.'),
  ignored: z
    .array(finding.extend({ reason: z.string() }))
    .describe('Ignored findings; they are not counted elsewhere.'),
  coverage: z.strictObject({
    tools: count,
    complete: count.describe('Tools that declare all four hints.'),
    declared: count,
    total: count,
    byHint: z.record(hintName, count),
  }),
  counts: z.record(severity, count),
  failOn: z.enum([...SEVERITIES, 'never']),
  passed: z.boolean(),
  durationMs: count,
});

const failure = z.strictObject({
  target: z.string(),
  code: z.string(),
  message: z.string(),
  stderrTail: z.array(z.string()),
});

const client = z.strictObject({
  id: z.enum(CLIENTS.map(({ id }) => id)),
  name: z.string(),
  asOf: z.iso.date(),
  source: z.string(),
  basis: z.enum(['code', 'reports']),
});

const document = z.strictObject({
  version: z.literal(1),
  reports: z.array(report),
  failures: z.array(failure).describe('Servers that could not be audited.'),
  clients: z.array(client).optional().describe('Knowledge about AI clients, with its sources. Only with --clients.'),
});

/** The JSON Schema of the output of `toolmark audit --format json`. */
export function auditReportJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(document);
  return { $schema, title: 'toolmark audit report', ...schema };
}
