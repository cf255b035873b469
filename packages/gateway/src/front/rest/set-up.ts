import type { Connection } from '@toolmark/api-contract';
import type { ConfigEditor, Endpoint, Importer, Registry, SecretDesk } from '@toolmark/setup';

/** What people set a gateway up with, without opening files. */
export interface SetUp {
  readonly config: ConfigEditor;
  readonly importer: Importer;
  readonly secrets: SecretDesk;
  /** Where servers are looked for; the config may name another one while the gateway runs. */
  readonly registry: () => Registry;
  /** `undefined` where there is no such profile. */
  readonly connection: (endpoint: Endpoint) => Connection | undefined;
}
