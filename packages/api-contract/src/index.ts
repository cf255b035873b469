export { type ApiError, type ApiErrorCode, apiErrorSchema, apiErrors } from './api-error.ts';
export {
  type Coverage,
  type CoverageReport,
  coverageReportSchema,
  coverageSchema,
  type HintCoverage,
  type ServerCoverage,
} from './coverage.ts';
export { type GatewayFile, gatewayFileSchema, type Readiness, readinessSchema } from './gateway.ts';
export {
  type Server,
  type ServerList,
  type ServerStateName,
  serverListSchema,
  serverSchema,
  serverStates,
} from './server.ts';
export type { FindingCounts, HintKey, ToolClassName } from './shared.ts';
export {
  type Tool,
  type ToolContradiction,
  type ToolDetail,
  type ToolFinding,
  type ToolForecast,
  type ToolHint,
  type ToolList,
  type ToolSuggestion,
  toolDetailSchema,
  toolListSchema,
  toolSchema,
} from './tool.ts';
