import { readVersion } from '@toolmark/kit/serve';

/** The version of this package, for `--version` and the protocol. */
export const VERSION: string = readVersion(import.meta.url);
