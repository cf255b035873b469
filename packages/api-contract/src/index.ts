export { type ApiError, type ApiErrorCode, apiErrorSchema, apiErrors } from './api-error.ts';
export {
  type Approval,
  type ApprovalAnswer,
  type ApprovalList,
  type ApprovalRequest,
  type ApprovalRoute,
  type ApprovalStatusName,
  approvalListSchema,
  approvalRequestSchema,
  approvalRoutes,
  approvalSchema,
  approvalStatuses,
  type Grant,
  type GrantList,
  type GrantScope,
  grantListSchema,
  grantSchema,
  grantScopes,
  type Presence,
  presences,
  type Remember,
  remembering,
} from './approval.ts';
export {
  type CallAnswer,
  type CallReply,
  type CallRequest,
  callAnswerSchema,
  callRequestSchema,
  type ReplayRequest,
  replayRequestSchema,
  type VerifyAnswer,
  type VerifyRequest,
  verifyAnswerSchema,
  verifyRequestSchema,
} from './call-request.ts';
export {
  type ConfigChangeAnswer,
  type ConfigChangeRequest,
  type ConfigFileView,
  type ConfigRemark,
  configChangeAnswerSchema,
  configChangeRequestSchema,
  configFileViewSchema,
  type NewServerRequest,
  newServerRequestSchema,
  type ServerEntryRequest,
  type ServerEntryView,
  serverEntryRequestSchema,
  serverEntryViewSchema,
} from './config-file.ts';
export { type ClientSnippet, type Connection, type ConnectionProfile, connectionSchema } from './connection.ts';
export {
  type Coverage,
  type CoverageReport,
  coverageReportSchema,
  coverageSchema,
  type HintCoverage,
  type ServerCoverage,
} from './coverage.ts';
export {
  type Curation,
  type CurationList,
  type CurationRequest,
  curationListSchema,
  curationRequestSchema,
  curationSchema,
  type ToolCuration,
  toolCurationSchema,
} from './curation.ts';
export { type DecisionKind, decisionKinds, isReleasedByAccept } from './decision.ts';
export {
  type Demo,
  type DemoRequest,
  type DemoStep,
  demoRequestSchema,
  demoSchema,
  demoStates,
  demoStepStates,
} from './demo.ts';
export {
  type GatewayEvent,
  gatewayEventSchema,
  type ResetEvent,
  resetEventSchema,
} from './event.ts';
export { type EventType, eventTypes } from './event-types.ts';
export {
  type GatewayFile,
  gatewayFileSchema,
  type Readiness,
  readinessSchema,
  TOKEN_FILES,
  TOKEN_VARIABLE,
} from './gateway.ts';
export {
  type ImportAnswer,
  type ImportableServer,
  type ImportChoice,
  type ImportReport,
  type ImportRequest,
  type ImportSource,
  importAnswerSchema,
  importReportSchema,
  importRequestSchema,
} from './import.ts';
export { MASK } from './mask.ts';
export {
  type AcceptRequest,
  acceptRequestSchema,
  type Override,
  type OverrideEntry,
  type OverrideList,
  type OverrideRequest,
  overrideEntriesSchema,
  overrideListSchema,
  overrideRequestSchema,
  overrideSchema,
  overridesSchema,
} from './override.ts';
export { type OverrideAnswer, type OverrideEffect, overrideAnswerSchema, type ToolMeaning } from './override-answer.ts';
export { type OverrideChange, type OverrideHistory, overrideHistorySchema } from './override-history.ts';
export {
  type NewPasskeyRequest,
  newPasskeyRequestSchema,
  type Passkey,
  type PasskeyChallenge,
  type PasskeyList,
  type PasskeyPurpose,
  type PasskeyRegistration,
  passkeyChallengeSchema,
  passkeyListSchema,
  passkeyPurposeSchema,
  passkeySchema,
  type RemovePasskeyRequest,
  removePasskeyRequestSchema,
} from './passkey.ts';
export { type PasskeyAssertion, passkeyAssertionSchema } from './passkey-assertion.ts';
export {
  type AskTerms,
  type ExplainRequest,
  explainRequestSchema,
  type PolicyAskInUse,
  type PolicyChange,
  type PolicyExplanation,
  type PolicyInUse,
  type PolicyLimitInUse,
  type PolicyReplay,
  type PolicyReplayLine,
  type PolicyReplayRequest,
  type PolicyRuleInUse,
  type PolicyTally,
  policyExplanationSchema,
  policyInUseSchema,
  policyReplayLineSchema,
  policyReplayRequestSchema,
  policyReplaySchema,
} from './policy.ts';
export {
  type Profile,
  type ProfileAddresses,
  type ProfileCounts,
  type ProfileDetail,
  type ProfileList,
  type ProfileMember,
  type ProfileRequest,
  profileDetailSchema,
  profileListSchema,
  profileRequestSchema,
  profileSchema,
} from './profile.ts';
export {
  type GatewayStatus,
  gatewayStatusSchema,
  type RecordStatus,
  recordStatusSchema,
} from './record-status.ts';
export {
  type RegistryPlan,
  type RegistryPlanInput,
  type RegistryPlanRequest,
  type RegistryServer,
  type RegistryServerDetail,
  type RegistryServerList,
  type RegistryWay,
  registryPlanRequestSchema,
  registryPlanSchema,
  registryServerDetailSchema,
  registryServerListSchema,
} from './registry.ts';
export {
  type Review,
  type ReviewGroup,
  type ReviewList,
  type ReviewRequest,
  type ReviewSummary,
  type ReviewTool,
  type ReviewUndoRequest,
  reviewListSchema,
  reviewRequestSchema,
  reviewSchema,
  reviewUndoRequestSchema,
} from './review.ts';
export {
  type CallVariant,
  callVariants,
  type FoundTool,
  type LeftOut,
  type SearchAnswer,
  type SearchBarrier,
  type SearchFilter,
  searchAnswerSchema,
  searchBarriers,
  searchFilters,
} from './search.ts';
export {
  type MovedSecrets,
  type MoveSecretsRequest,
  movedSecretsSchema,
  moveSecretsRequestSchema,
  type PlainSecret,
  type Secret,
  type SecretList,
  type SecretPlaceName,
  type SecretRequest,
  secretListSchema,
  secretRequestSchema,
  secretSchema,
} from './secret.ts';
export {
  type SentParams,
  sentParamsSchema,
  type TextMark,
  type TextMarkKind,
  textMarkKinds,
} from './sent-params.ts';
export {
  type Server,
  type ServerList,
  type ServerStateName,
  serverListSchema,
  serverSchema,
  serverStates,
} from './server.ts';
export { type LogLevelName, logLevels, type ServerLog, type ServerLogLine, serverLogSchema } from './server-log.ts';
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
export type { Shape } from './shape.ts';
export type { FindingCounts, HintKey, ToolClassName } from './shared.ts';
export {
  type SignInAnswer,
  type SignInLink,
  type SignInRequest,
  signInAnswerSchema,
  signInLinkSchema,
  signInRequestSchema,
} from './sign-in.ts';
export {
  type Standing,
  type StandingAcceptance,
  type StandingChange,
  type StandingHold,
  type StandingReview,
  type StandingState,
  standingSchema,
  standingStates,
} from './standing.ts';
export { type CallTotals, type Stats, type StatsBucket, statsSchema, type ToolStats } from './stats.ts';
export {
  type NamedToken,
  type NewToken,
  type NewTokenRequest,
  namedTokenSchema,
  newTokenRequestSchema,
  newTokenSchema,
  retiredTokenSchema,
  type TokenKind,
  type TokenList,
  tokenListSchema,
} from './token.ts';
export {
  type Tool,
  type ToolContradiction,
  type ToolDetail,
  type ToolFinding,
  type ToolForecast,
  type ToolHint,
  type ToolList,
  type ToolPolicy,
  type ToolSuggestion,
  type TrustName,
  toolDetailSchema,
  toolListSchema,
  toolSchema,
  trusts,
} from './tool.ts';
export {
  type CallAttempt,
  type CallBody,
  type CallDecision,
  type CallError,
  type CallMetrics,
  type CallRound,
  type CallStatusName,
  callStatuses,
  type ToolCall,
  type ToolCallDetail,
  type ToolCallList,
  toolCallDetailSchema,
  toolCallListSchema,
  toolCallSchema,
} from './tool-call.ts';
export { type ToolVersion, type ToolVersionList, toolVersionListSchema } from './tool-version.ts';
export {
  type ServerAuth,
  type ServerAuthState,
  type SignInAttempt,
  type SignInCompletion,
  serverAuthSchema,
  serverAuthStates,
  signInCompletionSchema,
  type UpstreamSignIn,
  type UpstreamSignOut,
  upstreamSignInSchema,
  upstreamSignOutSchema,
} from './upstream-sign-in.ts';
export { type ToolUsage, type UsageReport, usageReportSchema } from './usage.ts';
