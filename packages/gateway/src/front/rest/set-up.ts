import type { Connection } from '@toolmark/api-contract';
import type { ConfigEditor, Endpoint, Importer, Registry, SecretDesk } from '@toolmark/setup';

/** The services for setting up a gateway without editing files. */
export interface SetUp {
  readonly config: ConfigEditor;
  readonly importer: Importer;
  readonly secrets: SecretDesk;
  /** The current registry; the config may change while the gateway runs. */
  readonly registry: () => Registry;
  /** `undefined` for an unknown profile. */
  readonly connection: (endpoint: Endpoint) => Connection | undefined;
}
