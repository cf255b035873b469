import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, type RpcReply, result } from '@toolmark/base';
import { serverGone, unknownName } from '../../calls/refusals.ts';
import { catalogFor, serversFor } from '../../catalog/current-catalog.ts';
import type { Caller } from '../../model/caller.ts';
import type { Catalog } from '../../model/catalog.ts';
import { invalidParams, type Method } from './method.ts';
import type { RelayingDeps } from './prompts.ts';
import { resourceNotFound } from './resources.ts';

const METHOD = 'completion/complete';

export function completeMethod(deps: RelayingDeps): Method {
  const { catalog, upstream, servers, relay, finish, transparent } = deps;
  return {
    era: undefined,
    run: async (params, caller): Promise<RpcReply> => {
      const { ref, argument } = params;
      if (!isJsonObject(ref)) return invalidParams('ref must be an object.');
      if (!isJsonObject(argument)) return invalidParams('argument must be an object.');
      const target = targetOf(ref, catalogFor(catalog(), caller));
      if (target === 'malformed') return invalidParams('ref must name a prompt, or the URI of a resource.');
      if (target === undefined) return unknownRef(ref, caller);
      const server = upstream(target.server);
      if (server === undefined) return serverGone(target.server);
      // The gateway declares completions for all servers, so a server without them gives an empty list.
      const suggests = transparent || server.offer().capabilities['completions'] !== undefined;
      const reply = suggests
        ? await relay({ server, method: METHOD, params, names: { ref: target.ref }, caller })
        : result({ completion: { values: [] } });
      return finish(reply, caller, { server: target.server, method: METHOD });
    },
  };

  function unknownRef(ref: JsonObject, caller: Caller): RpcReply {
    return ref['type'] === 'ref/prompt'
      ? unknownName('prompt', String(ref['name']), serversFor(servers(), caller))
      : resourceNotFound(String(ref['uri']), caller);
  }
}

interface Target {
  readonly server: string;
  /** With the names of its server. */
  readonly ref: JsonObject;
}

function targetOf(ref: JsonObject, catalog: Catalog): Target | 'malformed' | undefined {
  const { type, name, uri } = ref;
  if (type === 'ref/prompt' && typeof name === 'string') {
    const prompt = catalog.promptsByName.get(name);
    return prompt && { server: prompt.server, ref: { ...ref, name: prompt.original } };
  }
  if (type === 'ref/resource' && typeof uri === 'string') {
    const template = catalog.templates.find(({ exposed }) => exposed === uri);
    if (template !== undefined) return { server: template.server, ref: { ...ref, uri: template.original } };
    const [route] = catalog.routesOf(uri);
    return route && { server: route.server, ref: { ...ref, uri: route.uri } };
  }
  return 'malformed';
}
