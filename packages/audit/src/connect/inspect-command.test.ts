import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { DEFINITIONS } from './fixtures/definitions.ts';
import { stdioServer } from './fixtures/processes.ts';
import { inspectServer } from './inspect.ts';
import type { InspectOptions } from './inspection.ts';
import { CLIENT_INFO } from './session.ts';

const inspect = (env: Readonly<Record<string, string>> = {}, options: InspectOptions = {}) =>
  inspectServer(stdioServer(env), options);

describe('inspectServer with a command', () => {
  it.each([
    ['modern', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ])('reads the tools of a %s server exactly as it sends them', async (era, protocolVersion) => {
    const inspected = await inspect({ ERA: era, TOOLS: JSON.stringify(DEFINITIONS) });
    expect(inspected).toEqual({
      ok: true,
      value: {
        server: { name: 'fixture', version: '1.2.3' },
        era,
        protocolVersion,
        transport: 'stdio',
        tools: DEFINITIONS,
        pages: 1,
        problems: [],
        durationMs: expect.any(Number),
      },
    });
    // Deep equality ignores the order of keys, which must not change either.
    expect(JSON.stringify(inspected.ok && inspected.value.tools)).toBe(JSON.stringify(DEFINITIONS));
  });

  it('follows pages and reports its progress', async () => {
    const onProgress = vi.fn();
    const inspected = await inspect({ COUNT: '5', PAGE_SIZE: '2' }, { onProgress });
    const names = inspected.ok && inspected.value.tools.map((tool) => tool.name);
    expect(names).toEqual(['tool_0', 'tool_1', 'tool_2', 'tool_3', 'tool_4']);
    expect(onProgress.mock.calls.flat()).toEqual([
      { kind: 'connecting' },
      { kind: 'connected', server: { name: 'fixture', version: '1.2.3' }, protocolVersion: '2026-07-28' },
      { kind: 'listing', tools: 2, pages: 1 },
      { kind: 'listing', tools: 4, pages: 2 },
      { kind: 'listing', tools: 5, pages: 3 },
    ]);
  });

  it('reads a list of many megabytes on one line', async () => {
    const inspected = await inspect({ COUNT: '90000' });
    expect(inspected.ok && inspected.value.tools.length).toBe(90_000);
  });

  it.each(['modern', 'legacy'])('skips non-messages on the stdout of a %s server', async (ERA) => {
    const inspected = await inspect({ ERA, NOISE: '1' });
    expect(inspected).toMatchObject({
      ok: true,
      value: {
        tools: [{ name: 'ping' }],
        problems: [{ kind: 'stdout-noise', count: ERA === 'modern' ? 5 : 7, sample: 'Server ready on stdio' }],
      },
    });
  });

  it.each([
    ['exit', 'dies', ['probe-intolerant']],
    ['wedge', 'never recovers', ['probe-intolerant']],
    ['silent', 'says nothing', []],
    ['error', 'refuses', []],
  ])('inspects a legacy server whose reaction to the probe is %s: it %s', async (ON_DISCOVER, _, problems) => {
    const inspected = await inspect({ ERA: 'legacy', ON_DISCOVER }, { timeoutMs: 4_000 });
    expect(inspected).toMatchObject({ ok: true, value: { era: 'legacy', tools: [{ name: 'ping' }] } });
    expect(inspected.ok && inspected.value.problems.map(({ kind }) => kind)).toEqual(problems);
  });

  it("inspects a modern-only server that starts after the probe's timeout", async () => {
    const inspected = await inspect({ ERA: 'modern-only', START_DELAY: '1700' }, { timeoutMs: 6_000 });
    expect(inspected).toMatchObject({ ok: true, value: { era: 'modern', tools: [{ name: 'ping' }], problems: [] } });
  });

  it.each([
    ['modern', 'legacy', 'legacy'],
    ['modern', 'modern', 'modern'],
    ['legacy', 'legacy', 'legacy'],
  ] as const)('uses the requested protocol with a %s server: %s', async (ERA, protocol, era) => {
    expect(await inspect({ ERA }, { protocol })).toMatchObject({ ok: true, value: { era } });
  });

  it.each([
    ['legacy', 'modern', 'The server does not speak the 2026-07-28 protocol'],
    ['modern-only', 'legacy', 'The server does not speak a protocol older than 2026-07-28'],
  ] as const)('reports that a %s server does not support the %s protocol', async (ERA, protocol, message) => {
    expect(await inspect({ ERA }, { protocol })).toMatchObject({
      error: { message: expect.stringContaining(message) },
    });
  });

  it('finds no tools if the capability is missing or tools/list is unknown', async () => {
    const without = await inspect({ CAPABILITIES: '{}' });
    const unknown = await inspect({ LIST: 'null' });
    expect([without, unknown]).toMatchObject([
      { ok: true, value: { tools: [], pages: 0, problems: [{ kind: 'no-tools' }] } },
      { ok: true, value: { tools: [], problems: [{ kind: 'no-tools' }] } },
    ]);
  });

  it('stops at a repeated cursor', async () => {
    expect(await inspect({ CURSOR: 'ignored' })).toMatchObject({
      ok: true,
      value: { tools: [{ name: 'ping' }], problems: [{ kind: 'repeated-cursor' }] },
    });
  });

  it.each(['modern', 'legacy'])('accepts ids sent as text by a %s server', async (ERA) => {
    expect(await inspect({ ERA, TEXT_IDS: '1' })).toMatchObject({ ok: true, value: { tools: [{ name: 'ping' }] } });
  });

  it('starts the server in the given directory, with its own environment and the given one', async () => {
    vi.stubEnv('INHERITED', 'yes');
    const script = 'const { env } = process; console.error(env.INHERITED, env.GIVEN, process.cwd()); process.exit(1);';
    const target = { kind: 'command', command: process.execPath, args: ['-e', script] } as const;
    const inspected = await inspectServer({ ...target, env: { GIVEN: 'too' }, cwd: '/' });
    vi.unstubAllEnvs();
    expect(inspected).toMatchObject({ error: { code: 'exited', stderrTail: ['yes too /'] } });
  });

  it('identifies itself to the server', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(CLIENT_INFO.version).toBe(manifest.version);
  });
});
