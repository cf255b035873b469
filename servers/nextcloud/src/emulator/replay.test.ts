import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBasic } from '../account/to-basic.ts';
import { createEmulator, type Emulator } from './create-emulator.ts';
import { compareJson } from './fixtures/compare-json.ts';
import { compareXml } from './fixtures/compare-xml.ts';
import { EXCHANGES, type Exchange } from './fixtures/exchanges.ts';
import { createRecordedIds } from './fixtures/recorded-ids.ts';

const USERS = {
  admin: { password: 'admin-secret', displayName: 'admin' },
  alice: { password: 'alice-secret', displayName: 'alice' },
};
/** The name prefix of the recorded run's objects. */
const OWN = 'mcp-8154';

/** Headers that clients act on. */
const HEADERS = ['etag', 'oc-fileid', 'www-authenticate'] as const;

const differences: (readonly string[])[] = [];
let emulator: Emulator;

beforeAll(async () => {
  emulator = await createEmulator({ users: USERS });
  await prepare();
  const ids = createRecordedIds();
  for (const exchange of EXCHANGES) differences.push(await replay(exchange));

  /** Data that existed on the server before the recording. */
  async function prepare(): Promise<void> {
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${emulator.url}/apps/cookbook/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: toBasic({ user: 'admin', ...USERS.admin }) },
        body: JSON.stringify(body),
      });
    await post('recipes', { name: 'R2 mcp-5822', recipeCategory: 'Cat', keywords: 'k1' });
    await post('import', { url: 'http://recipes.test:8089/recipe.html' });
  }
  async function replay({ request, response }: Exchange): Promise<readonly string[]> {
    const { host: _, ...headers } = request.headers;
    const password = response.status === 401 ? 'wrong' : USERS.admin.password;
    const destination = headers['destination'];
    const answered = await fetch(`${emulator.url}${ids.inPath(request.path)}`, {
      method: request.method,
      headers: {
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, ids.inText(value)])),
        ...(destination !== undefined && { destination: destination.replace(/^https?:\/\/[^/]+/, emulator.url) }),
        authorization: toBasic({ user: 'admin', password }),
      },
      ...(request.body !== '' && { body: bodyOf(request) }),
    });
    const text = await answered.text();
    ids.learnEtag(response.headers['etag'], answered.headers.get('etag') ?? undefined);
    return [
      ...(answered.status === response.status
        ? []
        : [`status ${answered.status}, was ${response.status}: ${text.slice(0, 200)}`]),
      ...HEADERS.filter((name) => response.headers[name] !== undefined && !answered.headers.has(name)).map(
        (name) => `no ${name}`,
      ),
      ...(answered.status === response.status ? compareBody(response, text, lastCollectionOf(request.path)) : []),
    ];
  }
  function bodyOf({ headers, body }: Exchange['request']): string {
    return headers['content-type']?.includes('json') ? JSON.stringify(ids.inJson(JSON.parse(body))) : ids.inText(body);
  }
  function compareBody({ headers, body }: Exchange['response'], actual: string, kind: string): readonly string[] {
    const type = headers['content-type'] ?? '';
    if (body === '') return [];
    if (type.includes('xml')) return compareXml(body, actual, OWN);
    if (!type.includes('json'))
      return normalizeText(body) === normalizeText(actual) ? [] : [`body ${actual}, was ${body}`];
    const [was, is] = [JSON.parse(body) as unknown, JSON.parse(actual) as unknown];
    if (typeof was === 'number') ids.learn(kind, was, is);
    // Some replies are a text that contains an id.
    if (typeof was === 'string' && typeof is === 'string')
      return was.replaceAll(/\d+/g, '#') === is.replaceAll(/\d+/g, '#') ? [] : [`body ${is}, was ${was}`];
    return typeof was === 'number' ? [] : compareJson(was, is, kind, ids);
  }
}, 60_000);

afterAll(() => emulator.close());

describe('the emulator answers as Nextcloud 32.0.1 did', () => {
  it.each(EXCHANGES.map(({ request: { method, path } }, index) => [index, method, path] as const))(
    '%i: %s %s',
    (index) => {
      expect(differences[index]).toEqual([]);
    },
  );
});

/** The last collection in an address, which names the kind of the object. */
function lastCollectionOf(path: string): string {
  const segments =
    path
      .split('?', 1)[0]
      ?.split('/')
      .filter((segment) => !/^\d+$/.test(segment)) ?? [];
  const known = segments.filter((segment) =>
    /^(notes|boards|stacks|cards|labels|shares|tables|columns|rows|recipes|folders|feeds|items)$/.test(segment),
  );
  return known.at(-1) ?? '';
}

const normalizeText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/DTSTAMP:\w+|PRODID:.*/g, '')
    .trim();
