export type { AuthInfo, ProgressUpdate, ToolContext } from './call/context.ts';
export type { Incident, IncidentHandler } from './call/incident.ts';
export type { Middleware, ToolCall, ToolViewer } from './call/middleware.ts';
export { type Categories, categories, type ReadOptions, type WriteOptions } from './hints/categories.ts';
export type { CompleteHints, ReadOnlyHints, WritingHints } from './hints/complete-hints.ts';
export { createKit, type Kit, type KitOptions } from './kit.ts';
export { type CallEvent, type CallSink, type InstrumentOptions, instrument } from './middleware/instrument.ts';
export { createMetrics, type Metrics, type ToolMetrics } from './middleware/metrics.ts';
export { requireScopes } from './middleware/require-scopes.ts';
export {
  type ContentBlock,
  content,
  fail,
  type InputRequiredResult,
  type KitErrorCode,
  ok,
  type SuccessOptions,
  type ToolFailure,
  type ToolOutcome,
  type ToolQuestion,
  type ToolSuccess,
} from './outcome/outcome.ts';
export type { HandlerReply } from './outcome/to-outcome.ts';
export { FAILURE_META_KEY, type FailureContent, type ToolResult } from './outcome/to-result.ts';
export { ToolError } from './outcome/tool-error.ts';
export type { InputOf, OutputOf, SchemaIssue, SchemaResult, ToolSchema } from './schema/tool-schema.ts';
export type { HandleOf, McpServerLike, SdkContextOf } from './sdk/mcp-server-like.ts';
export type { ArgumentsOf, DataOf, ToolConfig, ToolHandler, ToolIcon } from './tool/config.ts';
export { ToolDefinitionError } from './tool/tool-definition-error.ts';
