import { describe, expect, it } from 'vitest';
import { editToolList, hasTool } from './private-fields.ts';

const serverWith = (handler: unknown) => {
  const handlers = new Map([['tools/list', handler]]);
  return { _requestHandlers: handlers, list: () => (handlers.get('tools/list') as () => Promise<unknown>)() };
};
const drop = (name: string) => async (list: { readonly tools: readonly { readonly name: string }[] }) => ({
  ...list,
  tools: list.tools.filter((tool) => tool.name !== name),
});

describe('editToolList', () => {
  it('changes the tools and keeps the rest of the answer', async () => {
    const hint = Symbol('hint');
    const server = serverWith(() => ({ tools: [{ name: 'a' }, { name: 'b' }], nextCursor: 'x', [hint]: 1 }));
    editToolList(server, drop('a'));
    expect(await server.list()).toEqual({ tools: [{ name: 'b' }], nextCursor: 'x', [hint]: 1 });
  });

  it('installs one handler for any number of edits', async () => {
    let asked = 0;
    const server = serverWith(() => {
      asked += 1;
      return { tools: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] };
    });
    const [a, b] = [drop('a'), drop('b')];
    for (const edit of [a, b, a, b]) editToolList(server, edit);
    const front = server._requestHandlers.get('tools/list');
    editToolList(server, a);
    expect(server._requestHandlers.get('tools/list')).toBe(front);
    expect(await server.list()).toEqual({ tools: [{ name: 'c' }] });
    expect(asked).toBe(1);
  });

  it.each([
    ['no map of handlers', {}],
    ['something else in its place', { _requestHandlers: {} }],
    ['no handler for the list', { _requestHandlers: new Map() }],
    ['a handler that is none', serverWith('x')],
  ])('throws instead of listing tools unedited: %s', (_, server) => {
    expect(() => editToolList(server, drop('a'))).toThrow(
      "keeps its 'tools/list' handler where @toolmark/kit cannot find it",
    );
  });

  it('rejects an answer that is not a list', async () => {
    const server = serverWith(() => ({ items: [] }));
    editToolList(server, drop('a'));
    await expect(server.list()).rejects.toThrow("The server's answer to 'tools/list' has no list of tools");
  });
});

describe('hasTool', () => {
  it.each([
    ['a tool', { _registeredTools: { a: {} } }, true],
    ['another tool', { _registeredTools: { b: {} } }, false],
    ['no such field', {}, false],
  ])('%s: %s', (_, server, expected) => {
    expect(hasTool(server, 'a')).toBe(expected);
  });

  it('ignores inherited object properties', () => {
    expect(hasTool({ _registeredTools: {} }, 'toString')).toBe(false);
  });
});
