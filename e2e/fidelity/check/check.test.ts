import { describe, expect, it } from 'vitest';
import type { RawClient } from '../client/raw-client.ts';
import { isObject, type JsonObject } from '../fixtures/json.ts';
import { malformedSets } from '../fixtures/offer.ts';
import { largeNumbers, spelledNumbers } from '../fixtures/serialise.ts';
import { toolmark } from '../targets/toolmark.ts';
import { check } from './check.ts';
import { fakeClient, toEachTool } from './fake-client.ts';
import { problemsIn, toCells } from './report.ts';
import { plainProxy, type Target } from './target.ts';

const plain = plainProxy('fake');

/** JavaScript's JSON functions change these numbers, so no fake client can keep them. */
const unavoidable: readonly string[] = [largeNumbers.aspect, spelledNumbers.aspect];

async function cellsOf(
  harm?: (response: JsonObject, method: string) => unknown,
  set = 'legal',
  target: Target = plain,
): Promise<Readonly<Record<string, string>>> {
  const cells = toCells(await check(fakeClient('legacy', set, harm), target, set));
  const notKept = [...cells].filter(([aspect, { text }]) => text !== 'kept' && !unavoidable.includes(aspect));
  return Object.fromEntries(notKept.map(([aspect, { text }]) => [aspect, text]));
}

const withoutKey = (key: string) =>
  toEachTool((tool) => Object.fromEntries(Object.entries(tool).filter(([name]) => name !== key)));

describe('a proxy without changes', () => {
  it('passes every check', async () => {
    expect(await cellsOf()).toEqual({});
  });

  it('is reported for changed numbers in any place', async () => {
    const cells = toCells(await check(fakeClient('legacy', 'legal'), plain, 'legal'));
    expect(unavoidable.map((aspect) => cells.get(aspect)?.text)).toEqual(['changed', 'changed']);
  });

  it('is reported for forwarding malformed tools', async () => {
    const cells = await Promise.all(malformedSets.map((set) => cellsOf(undefined, set)));
    expect(Object.assign({}, ...cells)).toEqual({
      'hints of the wrong type': 'sent on malformed',
      'annotations that are no object': 'sent on malformed',
      'other fields of the wrong type': 'sent on malformed',
      '`inputSchema` absent or no object schema': 'sent on malformed',
      '`outputSchema` whose root is no object': 'sent on malformed',
      'a tool without a usable name': 'sent on malformed',
    });
  });
});

describe('a lossy proxy is reported', () => {
  it.each<[string, (response: JsonObject, method: string) => unknown, Readonly<Record<string, string>>]>([
    [
      'drops _meta',
      withoutKey('_meta'),
      { '`_meta`': 'changed', '`_meta` under reserved keys': 'changed', numbers: 'changed' },
    ],
    ['drops icons', withoutKey('icons'), { '`icons`': 'changed', 'unknown keys of a tool': 'changed (1 of 2)' }],
    ['drops execution', withoutKey('execution'), { '`execution.taskSupport`': 'changed' }],
    [
      'knows only the five annotations',
      toEachTool((tool) => mapAnnotations(tool, (key) => /Hint$|title/.test(key) && !/reversible|audience/.test(key))),
      { 'annotations: unknown keys': 'changed' },
    ],
    [
      'adds annotations where there are none',
      toEachTool((tool) => (tool['name'] === 'plain' ? { ...tool, annotations: {} } : tool)),
      { 'annotations: absent': 'changed' },
    ],
    [
      'writes the default where a hint is absent',
      toEachTool((tool) =>
        isObject(tool['annotations'])
          ? {
              ...tool,
              annotations: { ...tool['annotations'], readOnlyHint: tool['annotations']['readOnlyHint'] ?? false },
            }
          : tool,
      ),
      {
        'annotations: `{}`': 'changed',
        'annotations: each hint absent, true, false': 'changed (26 of 80)',
        'annotations: unknown keys': 'changed (1 of 2)',
      },
    ],
    [
      'drops what is false',
      toEachTool((tool) => mapAnnotations(tool, (_key, value) => value !== false)),
      {
        'annotations: each hint absent, true, false': 'changed (65 of 80)',
        'annotations: unknown keys': 'changed (1 of 2)',
        'order of keys': 'changed',
        '1,000 tools over pages, in order': 'changed (500 of 1000)',
      },
    ],
    [
      'drops empty annotations',
      toEachTool((tool) => (isEmpty(tool['annotations']) ? { ...tool, annotations: undefined } : tool)),
      { 'annotations: `{}`': 'changed' },
    ],
    [
      'sorts keys',
      toEachTool((tool) => Object.fromEntries(Object.entries(tool).sort(([a], [b]) => a.localeCompare(b)))),
      { 'order of keys': 'changed' },
    ],
    [
      'folds names to lower case',
      toEachTool((tool) => ({ ...tool, name: String(tool['name']).toLowerCase() })),
      { 'names: differing only by case': 'changed (2 of 3)', 'names: no two become one': 'changed' },
    ],
    [
      'offers only tools with short names',
      toEachTool((tool) => (String(tool['name']).length > 64 ? undefined : tool)),
      { 'names: 64 and 200 characters': 'lost (2 of 3)' },
    ],
    [
      'sends the first page only',
      (response) => {
        const result = { ...asObject(response['result']), nextCursor: undefined };
        return response['result'] === undefined ? response : { ...response, result };
      },
      { '1,000 tools over pages, in order': expect.stringContaining('lost') },
    ],
    [
      'reverses the list',
      (response, method) => {
        const result = asObject(response['result']);
        const tools = result['tools'];
        return method === 'tools/list' && Array.isArray(tools)
          ? { ...response, result: { ...result, tools: tools.toReversed() } }
          : response;
      },
      { 'order of the list': 'changed' },
    ],
    [
      'knows only the keys of a text block',
      (response, method) => {
        const result = asObject(response['result']);
        if (method !== 'tools/call' || !Array.isArray(result['content'])) return response;
        const content = result['content'].map(({ type, text, ...rest }) =>
          type === 'text' ? { type, text } : { type, ...rest },
        );
        return { ...response, result: { ...result, content } };
      },
      { 'results: unknown keys, in blocks and at the top': 'changed' },
    ],
    [
      'turns errors into results',
      (response) => (response['error'] === undefined ? response : { id: 1, result: { content: [], isError: true } }),
      { 'results: a JSON-RPC error with data': 'request fails' },
    ],
    [
      'cuts results at a megabyte',
      (response) =>
        JSON.stringify(response).length > 1_000_000 ? { id: 1, error: { code: 1, message: 'too large' } } : response,
      { 'results: 5 MB of text': 'request fails' },
    ],
    [
      'has no prompts',
      (response, method) => (method === 'prompts/list' ? { ...response, result: { prompts: [] } } : response),
      { 'prompts: definitions, with unknown keys': 'lost' },
    ],
  ])('that %s', async (_harm, harm, expected) => {
    expect(await cellsOf(harm)).toEqual(expected);
  });

  it('that fails the list over one malformed tool', async () => {
    const fail = (response: JsonObject) => ({
      ...response,
      result: undefined,
      error: { code: -32603, message: 'bad' },
    });
    expect(await cellsOf(fail, 'malformed-annotations')).toEqual({
      'sound tools beside malformed ones': 'request fails',
      'hints of the wrong type': 'request fails',
      'annotations that are no object': 'request fails',
    });
  });

  it('that repairs a hint by dropping all of them', async () => {
    const drop = toEachTool((tool) => (tool['name'] === 'hint_string' ? { ...tool, annotations: {} } : tool));
    const findings = await check(fakeClient('legacy', 'malformed-annotations', drop), plain, 'malformed-annotations');
    expect(problemsIn(findings)).toContain(
      'hints of the wrong type: [fx:hint_string]: annotations.destructiveHint lost',
    );
  });
});

describe('a repair', () => {
  it('may change only the broken value', async () => {
    const repair = toEachTool((tool) => {
      if (!isObject(tool['annotations'])) return { ...tool, annotations: undefined };
      return mapAnnotations(tool, (key, value) => key === 'x-vendor' || typeof value === 'boolean');
    });
    expect(await cellsOf(repair, 'malformed-annotations')).toEqual({
      'hints of the wrong type': 'repaired',
      'annotations that are no object': 'repaired',
    });
  });

  it('is not needed for a root that the newer era allows', async () => {
    const findings = await check(fakeClient('modern', 'malformed-output-roots'), plain, 'malformed-output-roots');
    expect(problemsIn(findings)).toEqual([]);
  });

  it('may remove tools that cannot be called', async () => {
    let twins = 0;
    const leaveOut = toEachTool((tool) => {
      if (tool['name'] === 'twin') twins += 1;
      return typeof tool['name'] !== 'string' || (tool['name'] === 'twin' && twins > 1) ? undefined : tool;
    });
    expect(await cellsOf(leaveOut, 'malformed-twins')).toEqual({ 'two tools of one name': 'left out (1 of 2)' });
    const noTwin = toEachTool((tool) => (tool['name'] === 'twin' ? undefined : tool));
    expect(await cellsOf(noTwin, 'malformed-twins')).toEqual({ 'two tools of one name': 'lost' });
    expect(await cellsOf(leaveOut, 'malformed-nameless')).toEqual({ 'a tool without a usable name': 'left out' });
  });
});

describe("Toolmark's intended changes", () => {
  const target = toolmark('Toolmark', 'fidelity');
  const rename = (tool: JsonObject, index: number): JsonObject => {
    const name = String(tool['name']);
    const fits = /^[\w-]{1,54}$/.test(name);
    const _meta = { ...asObject(tool['_meta']), 'io.toolmark/annotations': { class: 'read' } };
    return { ...tool, name: fits ? `fidelity__${name}` : `fidelity__${index}`, _meta };
  };

  it('count as kept', async () => {
    let index = 0;
    const renaming = fakeClient(
      'legacy',
      'legal',
      toEachTool((tool) => rename(tool, index++)),
    );
    const client: RawClient = {
      ...renaming,
      request: (method, params = {}) =>
        renaming.request(method, { ...params, name: String(params['name']).replace('fidelity__', '') }),
    };
    const problems = problemsIn(await check(client, target, 'legal'));
    expect(problems.filter((text) => !unavoidable.some((aspect) => text.startsWith(aspect)))).toEqual([]);
  });

  it('do not include a name that could have stayed', async () => {
    const hashed = toEachTool((tool) => ({ ...tool, name: `fidelity__${JSON.stringify(tool).length}` }));
    expect((await cellsOf(hashed, 'legal', target))['annotations: absent']).toBe('changed');
  });
});

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function mapAnnotations(tool: JsonObject, keep: (key: string, value: unknown) => boolean): JsonObject {
  if (!isObject(tool['annotations'])) return tool;
  const entries = Object.entries(tool['annotations']).filter(([key, value]) => keep(key, value));
  return { ...tool, annotations: Object.fromEntries(entries) };
}
