import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from './check/check.ts';
import { listAll } from './check/check-tools.ts';
import { problemsIn } from './check/report.ts';
import type { Target } from './check/target.ts';
import { createHttpClient } from './client/http-client.ts';
import type { RawClient } from './client/raw-client.ts';
import type { Era } from './fixtures/answer.ts';
import { isObject, type JsonObject } from './fixtures/json.ts';
import { spelledNumbers } from './fixtures/serialise.ts';
import { fixtureCommand, startFixture } from './targets/fixture.ts';
import { untilReady } from './targets/process.ts';
import { type Gateway, startGateway, startStdio, toolmark, transparentToolmark } from './targets/toolmark.ts';

interface Upstream {
  readonly name: string;
  readonly era: Era;
  /** Creates the config entry of a fixture over HTTP from its URL; without it the gateway starts the fixture. */
  readonly entryFor?: (url: string) => JsonObject;
}

/** Every upstream transport that a config supports. */
const overStdio: readonly Upstream[] = [
  { name: 'stdio, 2025-11-25', era: 'legacy' },
  { name: 'stdio, 2026-07-28', era: 'modern' },
];
const overHttp: readonly Upstream[] = [
  { name: 'streamable HTTP, 2025-11-25', era: 'legacy', entryFor: (url) => ({ url: `${url}/mcp` }) },
  { name: 'streamable HTTP, 2026-07-28', era: 'modern', entryFor: (url) => ({ url: `${url}/mcp` }) },
  { name: 'HTTP+SSE', era: 'legacy', entryFor: (url) => ({ url: `${url}/sse`, type: 'sse' }) },
];

/** The start-up time of a gateway on a busy machine. */
const HOOK_TIMEOUT_MS = 60_000;

const eras: readonly Era[] = ['legacy', 'modern'];
const named = toolmark('Toolmark', 'fidelity');

describe.each([...overStdio, ...overHttp])('toolmark serve before a server over $name', (upstream) => {
  const gateway = useGateway(upstream);

  it.each(eras)("passes the server's data to a %s client unchanged", async (era) => {
    expect(await problemsOf(await createHttpClient(gateway().url, era), named)).toEqual([]);
  });

  it.each(eras)("gives a %s client the source of every tool's hints, whatever the server put there", async (era) => {
    const client = await createHttpClient(gateway().url, era);
    await untilReady(client);
    const listed = await listAll(client, 'tools/list', 'tools');
    await client.close();
    const tools = listed.kind === 'listed' ? listed.items : [];
    const values = tools.map(({ _meta }) => (isObject(_meta) ? _meta['io.toolmark/annotations'] : undefined));
    expect(values.length).toBeGreaterThan(1_000);
    // The fixture's own value there is a string.
    expect(values.filter((value) => !isObject(value))).toEqual([]);
  });
});

describe.each(overStdio)('toolmark serve --transparent before a server over $name', (upstream) => {
  const gateway = useGateway(upstream, ['--transparent']);

  it.each(eras)("passes the server's data to a %s client unchanged, under the original names", async (era) => {
    const client = await createHttpClient(gateway().url, era);
    expect(await problemsOf(client, transparentToolmark('Toolmark, transparent'))).toEqual([]);
  });
});

describe.each(overStdio)('toolmark stdio before a server over $name', (upstream) => {
  it.each(eras)("passes the server's data to a %s client unchanged", async (era) => {
    expect(await problemsOf(await startStdio(configOf(upstream), era), named)).toEqual([]);
  });
});

/** Starts a gateway before the tests of a block and stops it afterwards. */
function useGateway(upstream: Upstream, flags: readonly string[] = []): () => Gateway {
  let fixture: Awaited<ReturnType<typeof startFixture>> | undefined;
  let gateway: Gateway | undefined;
  beforeAll(async () => {
    if (upstream.entryFor !== undefined) fixture = await startFixture(upstream.era, 'all');
    gateway = await startGateway(configOf(upstream, fixture?.url), flags);
  }, HOOK_TIMEOUT_MS);
  afterAll(async () => {
    await gateway?.close();
    await fixture?.program.close();
  }, HOOK_TIMEOUT_MS);
  return () => {
    if (gateway === undefined) throw new Error('the gateway has not started');
    return gateway;
  };
}

function configOf({ era, entryFor }: Upstream, url = ''): JsonObject {
  const [command, ...args] = fixtureCommand(era, 'all');
  return { mcpServers: { fidelity: entryFor?.(url) ?? { command, args } } };
}

/** The differences between the server's and the client's data, without number formats. */
async function problemsOf(client: RawClient, target: Target): Promise<readonly string[]> {
  try {
    await untilReady(client);
    const findings = await check(client, target, 'all');
    return problemsIn(findings.filter(({ aspect }) => aspect !== spelledNumbers.aspect));
  } finally {
    await client.close();
  }
}
