import { type HttpServer, requireToken, serveHttp } from '@toolmark/kit/serve';
import { announce } from '../resources/announce.ts';
import { createDebugServer, type DebugServerOptions } from '../server.ts';
import type { Debugger } from '../tools/toolbox.ts';

/** Where to listen, who may call, and whom to tell about requests that went wrong. */
export interface HttpOptions extends Pick<DebugServerOptions, 'withCode'> {
  /** 0 for any free one. */
  readonly port: number;
  /** Whoever may call a debugger may run anything as its user: nobody gets in without it. */
  readonly token: string;
  readonly onError?: (error: Error) => void;
}

/** The longest text for a program's stdin, even if every character is escaped, and the JSON around it. */
const MAX_BODY_BYTES = 8_388_608;

/** Serves any number of clients over HTTP, in both eras, on this machine only. They share one debugger. */
export async function startHttp(debug: Debugger, options: HttpOptions): Promise<HttpServer> {
  const { port, token, onError = () => undefined, withCode = true } = options;
  const http = await serveHttp(
    // Clients of the older revisions are served without a session here, so there is no way to tell them anything.
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
