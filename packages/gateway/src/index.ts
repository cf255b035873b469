export { type ConfigCheck, checkConfig } from './check-config.ts';
export { type PolicyCaseOutcome, type PolicyCasesOptions, runPolicyCases } from './check-policy.ts';
export { configFileJsonSchema } from './config/file-schema.ts';
export { writeFirstConfig } from './config/first-config.ts';
export { ERRORS, type ErrorEntry, type ErrorName } from './errors.ts';
export type { GatewayOptions, RunningGateway } from './gateway-options.ts';
export { startGateway } from './main.ts';
export { checkRecord, type RecordCheck } from './record/check-record.ts';
export { runStdio, type StdioOptions, type Streams } from './stdio.ts';
