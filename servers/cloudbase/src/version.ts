import { readVersion } from '@toolmark/kit/serve';

/** The version of this package, the same in `--version` and on the wire. */
export const VERSION: string = readVersion(import.meta.url);
