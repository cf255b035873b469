import type { SdkRequest } from '../sdk/adapter.ts';
import type { AuthInfo, ToolContext } from './context.ts';

export interface ContextParts {
  readonly request: SdkRequest;
  readonly auth: AuthInfo | undefined;
  readonly sdk: unknown;
  readonly report: (error: unknown) => void;
}

export function createContext({ request, auth, sdk, report }: ContextParts): ToolContext {
  const { progressToken } = request;
  return {
    signal: request.signal,
    auth,
    sdk,
    progress: async (update) => {
      if (progressToken === undefined) return;
      // Handlers rarely await this, and an unhandled rejection would end the process.
      await request
        .notify({ method: 'notifications/progress', params: { ...update, progressToken } })
        .catch((error: unknown) => {
          // A failure after the caller has left is expected.
          if (!request.signal.aborted) report(error);
        });
    },
  };
}
