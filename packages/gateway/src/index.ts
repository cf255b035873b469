export { ERRORS, type ErrorEntry, type ErrorName } from '@toolmark/base';
export { checkRecord, type RecordCheck } from '@toolmark/record';
export type { GatewayOptions, RunningGateway } from './app/gateway-options.ts';
export { startGateway } from './app/main.ts';
export { runStdio, type StdioOptions, type Streams } from './app/stdio.ts';
export { readPasskeys, resetPasskeys } from './front/presence/reset-passkeys.ts';
export { openTokenDesk, type TokenDesk } from './front/tokens/open-token-desk.ts';
export { type PolicyCaseOutcome, type PolicyCasesOptions, runPolicyCases } from './policy/cases/check-policy.ts';
