import { META, MODERN_VERSION, result } from '../../rpc.ts';
import type { CoreDescription } from '../core.ts';
import type { Method } from './method.ts';

export function discoverMethod(describe: () => CoreDescription): Method {
  return {
    era: 'modern',
    run: () => {
      const { serverInfo, capabilities, instructions } = describe();
      return Promise.resolve(
        result({
          resultType: 'complete',
          supportedVersions: [MODERN_VERSION],
          capabilities,
          ...(instructions !== undefined && { instructions }),
          // Servers come and go, and nothing tells a client that this has changed.
          ttlMs: 0,
          cacheScope: 'private',
          _meta: { [META.serverInfo]: serverInfo },
        }),
      );
    },
  };
}
