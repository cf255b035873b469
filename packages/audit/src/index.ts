export { type CommandTarget, type ServerTarget, type StreamsTarget, safeText, type UrlTarget } from '@toolmark/reach';
export { type AuditOptions, audit } from './audit.ts';
export { auditFileJsonSchema } from './config/json-schema.ts';
export { type ConfigFailure, loadAuditFile, loadConfiguredServer, type PlannedAudit } from './config/load.ts';
export type { InspectionFailure, InspectionFailureCode } from './connect/failure.ts';
export { inspectServer } from './connect/inspect.ts';
export type { Inspection, InspectOptions, InspectProgress, ServerIdentity } from './connect/inspection.ts';
export { DEFAULT_LIMITS, type InspectLimits } from './connect/limits.ts';
export type { WireProblem } from './connect/problem.ts';
export { describeTarget } from './describe-target.ts';
export { auditReportJsonSchema } from './render/json-schema.ts';
export { FORMATS, type Format, type RenderOptions, render } from './render/render.ts';
export {
  cutTo,
  maxWidth as widest,
  type Painter,
  padTo,
  painter,
  type Terminal,
  wrapAt,
  wrapText,
} from './render/terminal.ts';
export { renderClass, renderToolLegend, renderToolRows, type ShownTool } from './render/text-tools.ts';
export { buildReport, coverageOf, type ReportOptions } from './report/build-report.ts';
export { type AuditCheck, LOCK_CHECKS, STALE_IGNORE, TABLE_CHECKS, WIRE_CHECKS } from './report/checks.ts';
export type { AuditedTool, AuditFailure, AuditFinding, AuditOutcome, AuditReport, Coverage } from './report/report.ts';
export { nameOf, verdictOf } from './report/sum-up.ts';
