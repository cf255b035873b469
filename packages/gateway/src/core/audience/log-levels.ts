import { toMessage } from '@toolmark/annotations';
import type { Log } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import type { LogLevelName } from '../../model/log-level.ts';

/** Sets each older server to the most verbose level that one of its clients has asked for. */
export interface LogLevels {
  /** Sets the levels again. To be called when a client has changed its level or left. */
  readonly update: () => void;
  /** Sets the level of a server that has connected again, because it has lost it. */
  readonly onStatus: (server: UpstreamServer) => void;
}

/** @param wantedOf the most verbose level that clients want of a server; `undefined` when no client has set one */
export function createLogLevels(
  servers: () => readonly UpstreamServer[],
  wantedOf: (server: string) => LogLevelName | undefined,
  log: Pick<Log, 'debug'>,
): LogLevels {
  /** The level that a server was sent, with the time of its connection. */
  const sent = new WeakMap<UpstreamServer, string>();

  const setLevel = (server: UpstreamServer): void => {
    const wanted = wantedOf(server.name);
    // The protocol has no level for "no messages". The server keeps its last level, and its messages are passed to no client.
    if (wanted === undefined) return;
    const { state, era, since } = server.status();
    if (state !== 'ready' || era !== 'legacy' || server.offer().capabilities['logging'] === undefined) return;
    const level = `${since} ${wanted}`;
    if (sent.get(server) === level) return;
    sent.set(server, level);
    const onFailure = (error: string): void =>
      log.debug({ server: server.name, error }, 'the server did not accept the log level');
    server.request('logging/setLevel', { level: wanted }, {}).then(
      (reply) => {
        if (reply.kind === 'error') onFailure(reply.error.message);
      },
      (error: unknown) => onFailure(toMessage(error)),
    );
  };

  return {
    update: () => {
      for (const server of servers()) setLevel(server);
    },
    onStatus: setLevel,
  };
}
