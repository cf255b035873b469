import { META, MODERN_VERSION, result } from '@toolmark/base';
import type { Recorder } from '../../calls/record/recorder.ts';
import type { Core } from '../core.ts';
import type { Method } from './method.ts';

export function discoverMethod(describe: Core['describe'], recorder?: Pick<Recorder, 'connected'>): Method {
  return {
    era: 'modern',
    run: (params, caller) => {
      const { mode, scope } = caller;
      recorder?.connected(caller, params);
      const entrance = { mode: mode === 'search' ? 'search' : 'direct', scope } as const;
      const { serverInfo, capabilities, instructions } = describe(entrance);
      return Promise.resolve(
        result({
          resultType: 'complete',
          supportedVersions: [MODERN_VERSION],
          capabilities,
          ...(instructions !== undefined && { instructions }),
          // No notification announces a change of this result, so clients must not cache it.
          ttlMs: 0,
          cacheScope: 'private',
          _meta: { [META.serverInfo]: serverInfo },
        }),
      );
    },
  };
}
