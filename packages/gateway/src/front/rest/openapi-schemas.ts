import {
  acceptRequestSchema,
  apiErrorSchema,
  approvalListSchema,
  approvalRequestSchema,
  approvalSchema,
  callAnswerSchema,
  callRequestSchema,
  configChangeAnswerSchema,
  configChangeRequestSchema,
  configFileViewSchema,
  connectionSchema,
  coverageReportSchema,
  coverageSchema,
  demoRequestSchema,
  demoSchema,
  explainRequestSchema,
  gatewayEventSchema,
  gatewayStatusSchema,
  grantListSchema,
  grantSchema,
  importAnswerSchema,
  importReportSchema,
  importRequestSchema,
  newServerRequestSchema,
  overrideAnswerSchema,
  overrideEntriesSchema,
  overrideHistorySchema,
  overrideListSchema,
  overrideRequestSchema,
  overrideSchema,
  overridesSchema,
  policyExplanationSchema,
  policyInUseSchema,
  policyReplayLineSchema,
  policyReplayRequestSchema,
  policyReplaySchema,
  recordStatusSchema,
  replayRequestSchema,
  resetEventSchema,
  serverEntryRequestSchema,
  serverEntryViewSchema,
  serverListSchema,
  serverSchema,
  sessionListSchema,
  sessionSchema,
  signInAnswerSchema,
  signInLinkSchema,
  signInRequestSchema,
  standingSchema,
  statsSchema,
  toolCallDetailSchema,
  toolCallListSchema,
  toolCallSchema,
  toolDetailSchema,
  toolListSchema,
  toolSchema,
  toolVersionListSchema,
  usageReportSchema,
} from '@toolmark/api-contract';
import * as z from 'zod';

/** A JSON Schema, or a part of a description of the API. */
export type Json = Readonly<Record<string, unknown>>;

/** Shapes that have a name. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  AcceptRequest: acceptRequestSchema,
  ApiError: apiErrorSchema,
  Approval: approvalSchema,
  ApprovalList: approvalListSchema,
  ApprovalRequest: approvalRequestSchema,
  CallAnswer: callAnswerSchema,
  CallRequest: callRequestSchema,
  ConfigChangeAnswer: configChangeAnswerSchema,
  ConfigChangeRequest: configChangeRequestSchema,
  ConfigFileView: configFileViewSchema,
  Connection: connectionSchema,
  Coverage: coverageSchema,
  CoverageReport: coverageReportSchema,
  Demo: demoSchema,
  DemoRequest: demoRequestSchema,
  ExplainRequest: explainRequestSchema,
  GatewayEvent: gatewayEventSchema,
  GatewayStatus: gatewayStatusSchema,
  Grant: grantSchema,
  GrantList: grantListSchema,
  ImportAnswer: importAnswerSchema,
  ImportReport: importReportSchema,
  ImportRequest: importRequestSchema,
  NewServerRequest: newServerRequestSchema,
  Override: overrideSchema,
  OverrideAnswer: overrideAnswerSchema,
  OverrideEntries: overrideEntriesSchema,
  OverrideHistory: overrideHistorySchema,
  OverrideList: overrideListSchema,
  OverrideRequest: overrideRequestSchema,
  Overrides: overridesSchema,
  PolicyExplanation: policyExplanationSchema,
  PolicyInUse: policyInUseSchema,
  PolicyReplay: policyReplaySchema,
  PolicyReplayLine: policyReplayLineSchema,
  PolicyReplayRequest: policyReplayRequestSchema,
  RecordStatus: recordStatusSchema,
  ReplayRequest: replayRequestSchema,
  ResetEvent: resetEventSchema,
  Server: serverSchema,
  ServerEntryRequest: serverEntryRequestSchema,
  ServerEntryView: serverEntryViewSchema,
  ServerList: serverListSchema,
  Session: sessionSchema,
  SessionList: sessionListSchema,
  SignInAnswer: signInAnswerSchema,
  SignInLink: signInLinkSchema,
  SignInRequest: signInRequestSchema,
  Standing: standingSchema,
  Stats: statsSchema,
  Tool: toolSchema,
  ToolCall: toolCallSchema,
  ToolCallDetail: toolCallDetailSchema,
  ToolCallList: toolCallListSchema,
  ToolDetail: toolDetailSchema,
  ToolList: toolListSchema,
  ToolVersionList: toolVersionListSchema,
  UsageReport: usageReportSchema,
};

const toRef = (name: string): string => `#/components/schemas/${name}`;

/** All of them as JSON Schema. Fields that are not in one may come with a newer gateway, so that none is closed. */
export function namedSchemas(): Readonly<Record<string, Json>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: toRef, io: 'input' });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bare(schema)]));
}

/** The name of a shape, which every shape of the API has. */
export function refTo(schema: z.ZodType): Json {
  const named = Object.entries(NAMED).find(([, candidate]) => candidate === schema);
  if (named === undefined) throw new Error('A route answers with a shape that has no name in openapi-schemas.ts.');
  return { $ref: toRef(named[0]) };
}

/** The shape of a parameter: what it says of itself where its text is made into something else. */
export function parameterSchema(schema: z.ZodType): Json {
  return bare(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
}

/** OpenAPI says once for all of them which JSON Schema it is, and where they are. */
function bare({ $schema: _dialect, $id: _place, ...schema }: Json): Json {
  return schema;
}
