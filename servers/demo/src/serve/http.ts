import { type HttpServer, serveHttp } from '@toolmark/kit/serve';
import { createDemoServer, type DemoServerOptions } from '../server.ts';
import type { DemoStore } from '../store/store.ts';

/** Where to listen, and how to report errors. There is no authentication. */
export interface HttpOptions extends Pick<DemoServerOptions, 'wait'> {
  /** 0 for any free port. */
  readonly port: number;
  readonly onError?: (error: Error) => void;
}

/** The largest text with every character escaped, plus the JSON around it. */
const MAX_BODY_BYTES = 1_048_576;

/**
 * Serves any number of clients over HTTP, in both eras, on this machine only. A store is opened only after the port is
 * bound, so that a port in use leaves no directory behind.
 *
 * @example
 * const http = await startHttp(store, { port: 0 });
 * console.log(http.url);
 */
export async function startHttp(
  store: DemoStore | (() => Promise<DemoStore>),
  options: HttpOptions,
): Promise<HttpServer> {
  const { port, onError = () => undefined, ...serverOptions } = options;
  const opening = Promise.withResolvers<DemoStore>();
  const http = await serveHttp(
    // Older clients are served without a session, so they cannot get notifications.
    async ({ era }) =>
      createDemoServer(await opening.promise, { ...serverOptions, announcesChanges: era === 'modern' }),
    { port, maxBodyBytes: MAX_BODY_BYTES, onError },
  );
  try {
    const opened = typeof store === 'function' ? await store() : store;
    opening.resolve(opened);
    const stopAnnouncing = opened.onChange(() => http.notify.resourcesChanged());
    return {
      ...http,
      close: () => {
        stopAnnouncing();
        return http.close();
      },
    };
  } catch (error) {
    await http.close();
    throw error;
  }
}
