export { type ConfigCheck, checkConfig } from './check-config.ts';
export { type PolicyCaseOutcome, type PolicyCasesOptions, runPolicyCases } from './check-policy.ts';
export { configFileJsonSchema } from './config/file-schema.ts';
export { writeFirstConfig } from './config/first-config.ts';
export type { Importer } from './config/import/importer.ts';
export { type OpenImporterOptions, openImporter } from './config/import/open-importer.ts';
export type { Machine } from './config/import/sources.ts';
export type { Backup } from './connect/backups.ts';
export {
  CLIENT_IDS,
  type ClientId,
  type ClientPlace,
  type ClientScope,
  type ClientSurroundings,
  clientPlaces,
  isClientId,
  placeFor,
} from './connect/clients.ts';
export {
  type Connected,
  type ConnectPlan,
  type ConnectProblem,
  connect,
  isOpenToOthers,
  planConnect,
} from './connect/connector.ts';
export { type Endpoint, endpointOptions, endpointPath } from './connect/endpoint.ts';
export { type Program, takesAddresses, toClientEntry, type Way } from './connect/entry.ts';
export { type ClientLook, leftBeside, lookAtClients, lookAtPlace } from './connect/look.ts';
export { planReplacements, type Replacement, type ReplacementPlan, replaceToken } from './connect/replace-token.ts';
export type { ShownText } from './connect/show-text.ts';
export { TOKEN_PLACEHOLDER, toSnippet } from './connect/snippets.ts';
export { stdioProgram } from './connect/stdio-program.ts';
export { planUndo, type UndoPlan, undo } from './connect/undo.ts';
export { ERRORS, type ErrorEntry, type ErrorName } from './errors.ts';
export type { GatewayOptions, RunningGateway } from './gateway-options.ts';
export { startGateway } from './main.ts';
export { readPasskeys, resetPasskeys } from './presence/reset-passkeys.ts';
export { checkRecord, type RecordCheck } from './record/check-record.ts';
export { type FoundServer, openServerDesk, type ServerDesk } from './registry/open-desk.ts';
export { runStdio, type StdioOptions, type Streams } from './stdio.ts';
export { openTokenDesk, type TokenDesk } from './tokens/open-token-desk.ts';
