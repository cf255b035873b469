export { type ApiError, type ApiErrorCode, apiErrorSchema, apiErrors } from './api-error.ts';
export {
  type CallAnswer,
  type CallReply,
  type CallRequest,
  callAnswerSchema,
  callRequestSchema,
  type ReplayRequest,
  replayRequestSchema,
} from './call-request.ts';
export {
  type Coverage,
  type CoverageReport,
  coverageReportSchema,
  coverageSchema,
  type HintCoverage,
  type ServerCoverage,
} from './coverage.ts';
export {
  type EventType,
  eventTypes,
  type GatewayEvent,
  gatewayEventSchema,
  type ResetEvent,
  resetEventSchema,
} from './event.ts';
export { type GatewayFile, gatewayFileSchema, type Readiness, readinessSchema } from './gateway.ts';
export {
  type GatewayStatus,
  gatewayStatusSchema,
  type RecordStatus,
  recordStatusSchema,
} from './record-status.ts';
export {
  type Server,
  type ServerList,
  type ServerStateName,
  serverListSchema,
  serverSchema,
  serverStates,
} from './server.ts';
export {
  type CallMode,
  callModes,
  type Session,
  type SessionEndReason,
  type SessionList,
  type SessionRisk,
  sessionEndReasons,
  sessionListSchema,
  sessionSchema,
} from './session.ts';
export type { FindingCounts, HintKey, ToolClassName } from './shared.ts';
export { type CallTotals, type Stats, type StatsBucket, statsSchema, type ToolStats } from './stats.ts';
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
export {
  type CallBody,
  type CallDecision,
  type CallError,
  type CallMetrics,
  type CallStatusName,
  callStatuses,
  type DecisionKind,
  decisionKinds,
  type ToolCall,
  type ToolCallDetail,
  type ToolCallList,
  toolCallDetailSchema,
  toolCallListSchema,
  toolCallSchema,
} from './tool-call.ts';
export { type ToolVersion, type ToolVersionList, toolVersionListSchema } from './tool-version.ts';
