import type { RawClient } from '../client/raw-client.ts';
import { createAnswer, type Era } from '../fixtures/answer.ts';
import { isObject, type JsonObject } from '../fixtures/json.ts';
import { serialise } from '../fixtures/serialise.ts';

/** The fixture without a process, behind a proxy that applies `harm` to every response. */
export function fakeClient(
  era: Era,
  tools: string,
  harm: (response: JsonObject, method: string) => unknown = (response) => response,
): RawClient {
  const answer = createAnswer({ eras: ['legacy'], tools });
  return {
    era,
    async request(method, params = {}) {
      const sent: unknown = JSON.parse(serialise(answer({ jsonrpc: '2.0', id: 1, method, params })));
      const text = JSON.stringify(harm(isObject(sent) ? sent : {}, method));
      return { text, message: JSON.parse(text) };
    },
    close: async () => {},
  };
}

/** Applies a change to every tool of a list. */
export function toEachTool(change: (tool: JsonObject) => unknown): (response: JsonObject, method: string) => unknown {
  return (response, method) => {
    const result = response['result'];
    if (method !== 'tools/list' || !isObject(result) || !Array.isArray(result['tools'])) return response;
    const tools = result['tools'].map(change).filter((tool) => tool !== undefined);
    return { ...response, result: { ...result, tools } };
  };
}
