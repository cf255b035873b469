import { describe, expect, it } from 'vitest';
import type { ProgressNotification, SdkRequest } from '../sdk/adapter.ts';
import { createContext } from './create-context.ts';

function setUp(change: Partial<SdkRequest>) {
  const sent: ProgressNotification[] = [];
  const reported: unknown[] = [];
  const request: SdkRequest = {
    signal: new AbortController().signal,
    authInfo: undefined,
    progressToken: 'token',
    notify: async (notification) => void sent.push(notification),
    ...change,
  };
  const report = (error: unknown) => void reported.push(error);
  return { sent, reported, context: createContext({ request, auth: undefined, sdk: 'sdk', report }) };
}

describe('progress', () => {
  it.each(['token', 7, 0, ''])("is sent with the caller's token: %j", async (progressToken) => {
    const { context, sent } = setUp({ progressToken });
    await context.progress({ progress: 1, total: 2 });
    expect(sent).toEqual([{ method: 'notifications/progress', params: { progress: 1, total: 2, progressToken } }]);
  });

  it('is not sent if the caller sent no token', async () => {
    const { context, sent } = setUp({ progressToken: undefined });
    await context.progress({ progress: 1 });
    expect(sent).toEqual([]);
  });

  it('reports a closed connection without failing', async () => {
    const gone = new Error('not connected');
    const { context, reported } = setUp({ notify: () => Promise.reject(gone) });
    await expect(context.progress({ progress: 1 })).resolves.toBeUndefined();
    expect(reported).toEqual([gone]);
  });

  it('does not report an incident if the caller has left', async () => {
    const { context, reported } = setUp({
      signal: AbortSignal.abort(),
      notify: () => Promise.reject(new Error('not connected')),
    });
    await context.progress({ progress: 1 });
    expect(reported).toEqual([]);
  });
});
