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
export { supportsHttp, toClientEntry, type Way } from './connect/entry.ts';
export type { Program } from './connect/entry-formats.ts';
export { type ClientConfig, leftovers, readClient, readClients } from './connect/look.ts';
export { planReplacements, type Replacement, type ReplacementPlan, replaceToken } from './connect/replace-token.ts';
export type { ShownText } from './connect/show-text.ts';
export { connectSnippets, TOKEN_PLACEHOLDER, toSnippet } from './connect/snippets.ts';
export { stdioProgram } from './connect/stdio-program.ts';
export { planUndo, type UndoPlan, undo } from './connect/undo.ts';
export { type ConfigEditor, createConfigEditor } from './edit/config-editor.ts';
export type { EditProblem } from './edit/current-config.ts';
export { putProfile, removeProfile, toRequestedProfile } from './edit/profile-entry.ts';
export { toCommonShape } from './import/common-shape.ts';
export { createImporter, type Importer } from './import/importer.ts';
export { type OpenImporterOptions, openImporter } from './import/open-importer.ts';
export type { Machine } from './import/sources.ts';
export type { RegistryProblem } from './registry/ask-registry.ts';
export { DEFAULT_RESULTS, MAX_RESULTS } from './registry/limits.ts';
export { type FoundServer, openServerDesk, type ServerDesk } from './registry/open-desk.ts';
export { planWay } from './registry/plan.ts';
export { createRegistry, type Registry } from './registry/registry.ts';
export { toRegistryDetail, toRegistryServer } from './registry/view.ts';
export { waysOf } from './registry/ways.ts';
export { createSecretDesk, type SecretDesk } from './secrets/secret-desk.ts';
