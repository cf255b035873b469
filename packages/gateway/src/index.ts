export { ERRORS, type ErrorEntry, type ErrorName } from '@toolmark/base';
export { checkRecord, type RecordCheck } from '@toolmark/record';
export type { GatewayOptions, RunningGateway } from './app/gateway-options.ts';
export { startGateway } from './app/main.ts';
export { runStdio, type StdioOptions, type Streams } from './app/stdio.ts';
export { type ConfigCheck, checkConfig } from './config/check-config.ts';
export { configFileJsonSchema } from './config/file-schema.ts';
export { writeFirstConfig } from './config/first-config.ts';
export { readPasskeys, resetPasskeys } from './front/presence/reset-passkeys.ts';
export { openTokenDesk, type TokenDesk } from './front/tokens/open-token-desk.ts';
export { type PolicyCaseOutcome, type PolicyCasesOptions, runPolicyCases } from './policy/cases/check-policy.ts';
export type { Backup } from './setup/connect/backups.ts';
export {
  CLIENT_IDS,
  type ClientId,
  type ClientPlace,
  type ClientScope,
  type ClientSurroundings,
  clientPlaces,
  isClientId,
  placeFor,
} from './setup/connect/clients.ts';
export {
  type Connected,
  type ConnectPlan,
  type ConnectProblem,
  connect,
  isOpenToOthers,
  planConnect,
} from './setup/connect/connector.ts';
export { type Endpoint, endpointOptions, endpointPath } from './setup/connect/endpoint.ts';
export { type Program, takesAddresses, toClientEntry, type Way } from './setup/connect/entry.ts';
export { type ClientLook, leftBeside, lookAtClients, lookAtPlace } from './setup/connect/look.ts';
export {
  planReplacements,
  type Replacement,
  type ReplacementPlan,
  replaceToken,
} from './setup/connect/replace-token.ts';
export type { ShownText } from './setup/connect/show-text.ts';
export { TOKEN_PLACEHOLDER, toSnippet } from './setup/connect/snippets.ts';
export { stdioProgram } from './setup/connect/stdio-program.ts';
export { planUndo, type UndoPlan, undo } from './setup/connect/undo.ts';
export type { Importer } from './setup/import/importer.ts';
export { type OpenImporterOptions, openImporter } from './setup/import/open-importer.ts';
export type { Machine } from './setup/import/sources.ts';
export { type FoundServer, openServerDesk, type ServerDesk } from './setup/registry/open-desk.ts';
