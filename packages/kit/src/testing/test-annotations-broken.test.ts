import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import type { IgnoredFinding } from '@toolmark/annotations';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createServerV2 } from '../fixtures/notes.ts';
import { type AnnotationTestOptions, type TestRunner, testAnnotations } from './index.ts';

const TABLE = { groups: [{ rows: [{ name: 'list_notes', readOnlyHint: true }] }] };

const TOLD = 'The server could not be inspected; the first failing test says why.';

type Body = () => Promise<void>;

function declared(options: Omit<AnnotationTestOptions, 'table'>): readonly Body[] {
  const bodies: Body[] = [];
  const runner: TestRunner = { describe: (_, body) => body(), it: (_, body) => bodies.push(body) };
  testAnnotations(runner, { ...options, table: TABLE });
  return bodies;
}

const messageOf = (body: Body): Promise<string | undefined> =>
  body().then(
    () => undefined,
    (error: Error) => error.message,
  );

/** The distinct messages of all failing tests, in order. */
async function messages(options: Omit<AnnotationTestOptions, 'table'>): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const body of declared(options)) {
    const message = await messageOf(body);
    if (message !== undefined) found.add(message);
  }
  return [...found];
}

describe('testAnnotations with an unreachable server', () => {
  it.each<[string, AnnotationTestOptions['target'], RegExp]>([
    [
      'a command that dies, with its last words',
      { kind: 'command', command: process.execPath, args: ['-e', 'console.error("no database"); process.exit(3)'] },
      /[\s\S]*\n {2}stderr: no database$/,
    ],
    [
      'a command that is not there',
      { kind: 'command', command: 'no-such-command-of-toolmark' },
      /no-such-command-of-toolmark/,
    ],
    ['a function that throws', { server: () => Promise.reject(new Error('no database')) }, /^no database$/],
    ['a server that is connected already', { server: createConnected }, /already connected/],
  ])('gives the reason in one test, and refers to it in the others: %s', async (_, target, expected) => {
    expect(await messages({ target, timeoutMs: 5_000 })).toEqual([expect.stringMatching(expected), TOLD]);
  });

  it('gives the reason in the first test that runs, and again in its retry', async () => {
    const target = { server: () => Promise.reject(new Error('no database')) };
    const [first, second, third, ...others] = declared({ target }).toReversed();
    const bodies = [first, second, first, third, second].filter((body) => body !== undefined);
    const inTurn: unknown[] = [];
    for (const body of bodies) inTurn.push(await messageOf(body));
    expect(inTurn).toEqual(['no database', TOLD, 'no database', TOLD, TOLD]);
    expect(new Set(await Promise.all(others.map(messageOf)))).toEqual(new Set([TOLD]));
  });

  it('gives the reason in one test even if all run at once', async () => {
    const bodies = declared({ target: { server: () => Promise.reject(new Error('no database')) } });
    const [first, ...others] = await Promise.all(bodies.map(messageOf));
    expect([first, new Set(others)]).toEqual(['no database', new Set([TOLD])]);
  });

  it('times out', async () => {
    const hanging: AnnotationTestOptions['target'] = { server: () => new Promise(() => {}) };
    expect(await messages({ target: hanging, timeoutMs: 50 })).toEqual([
      'The function that makes the server did not finish within 50 ms.',
      TOLD,
    ]);
    const http = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => http.once('listening', resolve));
    const address = http.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const silent: AnnotationTestOptions['target'] = { kind: 'url', url: `http://127.0.0.1:${port}/mcp` };
    expect(await messages({ target: silent, timeoutMs: 400 })).toEqual([expect.any(String), TOLD]);
    http.closeAllConnections();
    http.close();
  });

  it('fails for a tool too broken to be in the list', async () => {
    const server = () => {
      const broken = new McpServer({ name: 'a', version: '1' }, { capabilities: { tools: {} } });
      broken.server.setRequestHandler('tools/list', async () => ({ tools: [{ title: 'No Name' }] as never }));
      return broken;
    };
    expect(await messages({ target: { server } })).toContainEqual(expect.stringMatching(/^TM803 /));
    const ignore = { code: 'TM803', reason: 'It is known.' };
    const withIgnored = (entry: IgnoredFinding) => messages({ target: { server }, ignore: [entry] });
    expect(await withIgnored(ignore)).not.toContainEqual(expect.stringMatching(/^TM803 /));
    // The finding belongs to no named tool.
    expect(await withIgnored({ ...ignore, tool: '*' })).toContainEqual(expect.stringMatching(/^TM803 /));
  });

  it('fails for each of two tools with the same name, once for each difference', async () => {
    const annotations = (readOnlyHint: boolean) => ({ name: 'list_notes', annotations: { readOnlyHint } });
    const server = () => {
      const doubled = new McpServer({ name: 'a', version: '1' }, { capabilities: { tools: {} } });
      const tools = [true, false, false].map((readOnly) => ({
        ...annotations(readOnly),
        inputSchema: { type: 'object' },
      }));
      doubled.server.setRequestHandler('tools/list', async () => ({ tools: tools as never }));
      return doubled;
    };
    expect(await messages({ target: { server } })).toContainEqual(
      "Tool 'list_notes': expected readOnlyHint=true, got readOnlyHint=false",
    );
  });
});

async function createConnected() {
  const server = createServerV2();
  await server.connect({ start: async () => {}, send: async () => {}, close: async () => {} });
  return server;
}

describe('testAnnotations with wrong arguments', () => {
  const target = { server: createServerV2 };
  const runner: TestRunner = { describe: () => {}, it: () => {} };
  afterEach(() => vi.unstubAllGlobals());

  it.each<[string, () => void, string]>([
    ['no target', () => testAnnotations(runner, { table: TABLE } as never), 'testAnnotations needs a target'],
    [
      'a table that is not there',
      () => testAnnotations(runner, { target, table: 'no-such.md' }),
      `The table ${resolve('no-such.md')} cannot be read: ENOENT`,
    ],
    [
      'a path that starts elsewhere',
      () => testAnnotations(runner, { target, table: 'docs/no-such.md' }),
      `\n  A relative path starts in the current directory, ${process.cwd()}.`,
    ],
    [
      'a URL of nothing',
      () => testAnnotations(runner, { target, table: new URL('./no-such.md', import.meta.url) }),
      `The table ${import.meta.dirname}/no-such.md cannot be read: ENOENT`,
    ],
    [
      'a file without a table',
      () => testAnnotations(runner, { target, table: new URL('./test-annotations.ts', import.meta.url) }),
      'cannot be used:\n  ',
    ],
  ])('throws at once: %s', (_, call, words) => {
    expect(call).toThrow(words);
  });

  it("uses the runner's globals, and names the missing one", () => {
    const missing = "testAnnotations needs your runner's describe and it: testAnnotations({ describe, it }, { … })";
    const groups: string[] = [];
    expect(() => testAnnotations({ target, table: TABLE })).toThrow(missing);
    vi.stubGlobal('describe', (name: string) => groups.push(name));
    expect(() => testAnnotations({ target, table: TABLE })).toThrow(missing);
    vi.stubGlobal('it', () => {});
    testAnnotations({ target, table: TABLE });
    testAnnotations({}, { target, table: TABLE });
    testAnnotations({ it: runner.it }, { target, table: TABLE });
    expect(groups).toEqual(['tool annotations', 'tool annotations', 'tool annotations']);
  });
});
