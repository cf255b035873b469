import { type HttpServer, requireToken, serveHttp } from '@toolmark/kit/serve';
import { announce } from '../resources/announce.ts';
import { createDebugServer, type DebugServerOptions } from '../server.ts';
import type { Debugger } from '../tools/toolbox.ts';

/** Where to listen, the token, and how to report errors. */
export interface HttpOptions extends Pick<DebugServerOptions, 'withCode'> {
  /** 0 for any free port. */
  readonly port: number;
  /** The required token: a caller of a debugger can run anything as its user. */
  readonly token: string;
  readonly onError?: (error: Error) => void;
}

/** The largest stdin text of a call with every character escaped, plus the JSON around it. */
const MAX_BODY_BYTES = 8_388_608;

/** Serves any number of clients over HTTP, in both eras, on this machine only. They share one debugger. */
export async function startHttp(debug: Debugger, options: HttpOptions): Promise<HttpServer> {
  const { port, token, onError = () => undefined, withCode = true } = options;
  const http = await serveHttp(
    // Older clients are served without a session, so they cannot get notifications.
    ({ era }) => createDebugServer(debug, { withCode, announcesChanges: era === 'modern' }),
    { port, maxBodyBytes: MAX_BODY_BYTES, guards: [requireToken(token, 'toolmark-debug')], onError },
  );
  const stopAnnouncing = announce(debug.engine, {
    resourceUpdated: (uri) => http.notify.resourceUpdated(uri),
    resourcesChanged: () => http.notify.resourcesChanged(),
  });
  return {
    ...http,
    close: () => {
      stopAnnouncing();
      return http.close();
    },
  };
}
