import type { Connection } from '@toolmark/api-contract';
import type { Endpoint } from '../../setup/connect/endpoint.ts';
import type { ConfigEditor } from '../../setup/edit/config-editor.ts';
import type { Importer } from '../../setup/import/importer.ts';
import type { Registry } from '../../setup/registry/registry.ts';

/** What people set a gateway up with, without opening files. */
export interface SetUp {
  readonly config: ConfigEditor;
  readonly importer: Importer;
  /** Where servers are looked for; the config may name another one while the gateway runs. */
  readonly registry: () => Registry;
  /** `undefined` where there is no such profile. */
  readonly connection: (endpoint: Endpoint) => Connection | undefined;
}
