import { toMessage } from '@toolmark/annotations';
import type { Log } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import type { LogLevelName } from '../../calls/era/log-level.ts';

/** Keeps older servers at the most talkative level that anybody wants for whom they exist. */
export interface LogLevels {
  /** What is wanted may be something else now. */
  readonly look: () => void;
  /** A server changed its state: one that is connected anew has forgotten its level. */
  readonly onStatus: (server: UpstreamServer) => void;
}

/** @param wantedOf what is wanted of a server now; `undefined` when nobody said */
export function createLogLevels(
  servers: () => readonly UpstreamServer[],
  wantedOf: (server: string) => LogLevelName | undefined,
  log: Pick<Log, 'debug'>,
): LogLevels {
  /** What a server was told, and in which connection. */
  const told = new WeakMap<UpstreamServer, string>();

  const tell = (server: UpstreamServer): void => {
    const wanted = wantedOf(server.name);
    // Nobody wants messages: there is no level for that, so the last one stays and nobody is told of them.
    if (wanted === undefined) return;
    const { state, era, since } = server.status();
    if (state !== 'ready' || era !== 'legacy' || server.offer().capabilities['logging'] === undefined) return;
    const mark = `${since} ${wanted}`;
    if (told.get(server) === mark) return;
    told.set(server, mark);
    const onFailure = (error: string): void => log.debug({ server: server.name, error }, 'log level not taken');
    server.request('logging/setLevel', { level: wanted }, {}).then(
      (reply) => {
        if (reply.kind === 'error') onFailure(reply.error.message);
      },
      (error: unknown) => onFailure(toMessage(error)),
    );
  };

  return {
    look: () => {
      for (const server of servers()) tell(server);
    },
    onStatus: tell,
  };
}
