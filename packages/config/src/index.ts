export { type ConfigCheck, checkConfig } from './check-config.ts';
export type { GatewayConfig, Limits, ServerConfig } from './config.ts';
export { DEFAULT_LIMITS, DEFAULT_POLICY, DEFAULT_RECORD, DEFAULT_REGISTRY, SERVER_DEFAULTS } from './defaults.ts';
export { DEMO_ENTRY } from './demo-entry.ts';
export { createExpression } from './expressions/expression.ts';
export { createJsonPath, createPathReader, type JsonPath, pathProblem } from './expressions/json-path.ts';
export { configFileJsonSchema, KNOWN_KEYS } from './file-schema.ts';
export { writeFirstConfig, writeSchema } from './first-config.ts';
export { describeTextProblems, parseJsonText, placeIn, type TextProblem, TOKEN, toValue } from './json-text.ts';
export type { CurationConfig, ProfileConfig } from './offer-config.ts';
export { curationSchema, PROFILE_NAME, type ProfileEntry } from './offer-schema.ts';
export { isServerName, type ParsedConfig } from './parse.ts';
export { toProfile } from './parse-offer.ts';
export { policyProblems, toCache, toPolicy } from './parse-policy.ts';
export type {
  ArgumentMatcher,
  AskConfig,
  CacheConfig,
  CallMatcher,
  DefinitionCheck,
  HintMatcher,
  LimitRule,
  OverrideConfig,
  PolicyConfig,
  PolicyDefaults,
  PolicyRule,
  RetryConfig,
  SessionMatcher,
  Trust,
} from './policy-config.ts';
export { cacheSchema, policySchema } from './policy-schema.ts';
export { type ConfigSource, createConfigParser, readConfig } from './read-config.ts';
export { type ConfigVerdict, type WatchedConfig, watchConfig } from './reload.ts';
