import { isJsonObject } from '@toolmark/annotations';
import type { Relay } from '../../calls/bridge/relay.ts';
import type { Finish } from '../../calls/era/finish.ts';
import { serverGone, unknownName } from '../../calls/refusals.ts';
import { catalogFor, serversFor } from '../../catalog/current-catalog.ts';
import type { CoreDeps } from '../deps.ts';
import { invalidParams, type Method } from './method.ts';

export interface RelayingDeps extends Pick<CoreDeps, 'catalog' | 'upstream' | 'servers' | 'transparent'> {
  readonly relay: Relay;
  readonly finish: Finish;
}

export function getPromptMethod({ catalog, upstream, servers, relay, finish }: RelayingDeps): Method {
  return {
    era: undefined,
    run: async (params, caller) => {
      const { name, arguments: args } = params;
      if (typeof name !== 'string') return invalidParams('name must be a string.');
      if (args !== undefined && !isJsonObject(args)) return invalidParams('arguments must be an object.');
      const prompt = catalogFor(catalog(), caller).promptsByName.get(name);
      if (prompt === undefined) return unknownName('prompt', name, serversFor(servers(), caller));
      const server = upstream(prompt.server);
      if (server === undefined) return serverGone(prompt.server);
      const names = { name: prompt.original };
      const reply = await relay({ server, method: 'prompts/get', params, names, caller });
      return finish(reply, caller, { server: prompt.server, method: 'prompts/get' });
    },
  };
}
