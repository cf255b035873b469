import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { registryServerListSchema } from '@toolmark/api-contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerJson,
  answerRecorded,
  type FakeRegistry,
  RECORDED,
  startFakeRegistry,
} from '../../../setup/src/registry/fixtures/fake-registry.ts';
import { ask as run, type Surroundings } from '../fixtures/ask.ts';

let home = '';
let fake: FakeRegistry;
let file = '';
const SEARCH = 'io.example/search-mcp';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'toolmark-registry-'));
  file = join(home, 'toolmark.json');
  fake = await startFakeRegistry();
  await configured();
});
afterEach(async () => {
  await fake.close();
  await rm(home, { recursive: true, force: true });
});

const configured = () =>
  writeFile(file, `{\n  // mine\n  "registry": { "url": "${fake.url}" },\n  "mcpServers": {}\n}\n`);
const onDisk = () => readFile(file, 'utf8');
const ask = (args: readonly string[], given: Surroundings = {}) => run(['servers', ...args], { home, ...given });

async function serving(...answer: Parameters<typeof startFakeRegistry>): Promise<void> {
  await fake.close();
  fake = await startFakeRegistry(...answer);
  await configured();
}

describe('toolmark servers search', () => {
  it('lists servers, and how to add them', async () => {
    const { stdout, code } = await ask(['search', 'example'], { columns: 100 });
    expect(stdout).toBe(`  NAME                   VERSION  AS                DESCRIPTION
  io.example/search-mcp  1.0.2    npm               Searches the web through an API
  io.example/files       1.4.0    npm, oci, (mcpb)  Works with the files of a folder
  io.example/weather     0.5.0    pypi, remote      Tells the weather
    ! deprecated
  io.example/embedded    0.1.0    –                 A server within a desktop program

  Preview the entry, and add it:
    toolmark servers add io.example/search-mcp --dry-run
    toolmark servers add io.example/search-mcp
`);
    expect(code).toBe(0);
  });

  it('prints JSON in the shape of the API', async () => {
    const { stdout } = await ask(['search', 'weather', '--json']);
    const found = registryServerListSchema.parse(JSON.parse(stdout));
    expect([found.registry, found.servers.map(({ name }) => name)]).toEqual([fake.url, ['io.example/weather']]);
  });

  it('says that nothing was found', async () => {
    expect(await ask(['search', 'nothing'])).toMatchObject({
      code: 1,
      stdout: `  ${fake.url} has no server with 'nothing' in its name.\n`,
    });
  });

  it('makes untrusted text safe to print', async () => {
    const description = 'red \u001b[31mtext\u001b]0;title\u0007 \u202e\nnew line';
    await serving(answerJson({ servers: [{ server: { name: 'io.example/x', version: '1', description } }, {}] }));
    const { stdout } = await ask(['search', 'x'], { columns: 120 });
    expect(stdout).toContain('red text  new line');
    expect(stdout).toContain('1 entry could not be read and is left out.');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('says why the registry could not be reached', async () => {
    await serving(answerJson({}, 500));
    expect(await ask(['search', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('status 500; try again later'),
    });
  });
});

describe('toolmark servers add, of the registry', () => {
  const args = ['add', SEARCH, '--env', 'SEARCH_API_KEY=hunter2'];

  it('shows the new entry without secrets, and writes nothing with --dry-run', async () => {
    const before = await onDisk();
    const { stdout, code } = await ask([...args, '--dry-run']);
    expect(stdout).toBe(`io.example/search-mcp 1.0.2, as npm (${fake.url})
  Searches the web through an API
  https://github.com/example/search-mcp

This would be added to mcpServers of ${file}:

  {
    "search": {
      "command": "npx",
      "args": [
        "-y",
        "@example/server-search@1.0.2"
      ],
      "env": {
        "SEARCH_API_KEY": "••••••••",
        "SEARCH_REGION": "eu"
      }
    }
  }
`);
    expect([code, await onDisk()]).toEqual([0, before]);
  });

  it('writes it after a yes, and keeps comments', async () => {
    const typed = new PassThrough();
    typed.write('yes\n');
    const { stdout, stderr, code } = await ask(args, { isTTY: true, typed });
    expect(code).toBe(0);
    expect(stderr).toContain('Add it as search? [y/N]');
    expect(stderr).not.toContain('hunter2');
    expect(stdout).toContain(`✓ search is in ${file}.`);
    expect(await onDisk()).toContain('// mine');
    expect(JSON.parse((await onDisk()).replace('// mine', ''))).toMatchObject({
      mcpServers: {
        search: {
          command: 'npx',
          args: ['-y', '@example/server-search@1.0.2'],
          env: { SEARCH_API_KEY: 'hunter2', SEARCH_REGION: 'eu' },
        },
      },
    });
  });

  it.each([
    ['a no', { isTTY: true }, 'Nothing was changed.'],
    ['no terminal', {}, 'To skip the question, add --yes.'],
  ])('writes nothing with %s', async (_what, given, wanted) => {
    const typed = new PassThrough();
    typed.write('no\n');
    const before = await onDisk();
    const { stderr, code } = await ask(args, { typed, ...given });
    expect([code, await onDisk()]).toEqual([1, before]);
    expect(stderr).toContain(wanted);
  });

  it('asks for missing inputs, and does not echo a secret', async () => {
    const typed = Object.assign(new PassThrough(), { setRawMode: () => {} });
    const { code, stderr } = await ask(['add', SEARCH, '--as', 'web'], {
      isTTY: true,
      typed,
      onStderr: (all) => {
        if (all.endsWith('not shown while you type): ')) typed.write('hunterX\u007f3\r');
        if (all.endsWith('Add it as web? [y/N] ')) typed.write('y\n');
      },
    });
    expect([code, stderr.includes('hunter')]).toEqual([0, false]);
    expect(await onDisk()).toContain('"SEARCH_API_KEY": "hunter3"');
  });

  it('lists missing inputs without a terminal to ask in', async () => {
    expect(await ask(['add', SEARCH, '--yes'])).toMatchObject({
      code: 2,
      stderr: `'io.example/search-mcp' needs more inputs:\n  --env SEARCH_API_KEY=…   Key of the search API\n`,
    });
  });

  it.each<[string, readonly string[], number, string]>([
    ['a name in use', [...args, '--as', 'there', '--yes'], 1, "There is a server 'there' already."],
    ['an unknown package type', [...args, '--package', 'pypi'], 2, "not available as 'pypi'"],
    ['an unsupported package type', ['add', 'io.example/files', '--package', 'mcpb'], 2, 'of kind mcpb'],
    ['no package at all', ['add', 'io.example/embedded'], 2, 'The registry does not say how to install it.'],
    ['an invalid choice', [...args, '--env', 'SEARCH_REGION=mars'], 2, 'must be one of eu, us'],
    ['an unknown input', [...args, '--env', 'PATH=x'], 2, 'env:PATH is not an input of this server.'],
    ['an unknown server', ['add', 'io.example/gone'], 2, 'toolmark servers search gone'],
    ['an invalid pair', ['add', SEARCH, '--env', 'hunter2'], 2, "--env takes 'NAME=value'."],
    ['options for something else', [...args, '--cwd', '/'], 2, 'not in a registry'],
  ])('refuses %s', async (_what, words, code, wanted) => {
    await writeFile(file, `{ "registry": { "url": "${fake.url}" }, "mcpServers": { "there": { "command": "x" } } }`);
    const before = await onDisk();
    const answer = await ask(words);
    expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(wanted)]);
    expect(await onDisk()).toBe(before);
  });

  it('refuses a private address unless it is allowed', async () => {
    const server = {
      name: 'io.example/near',
      version: '1',
      remotes: [{ type: 'streamable-http', url: 'http://169.254.169.254/mcp' }],
    };
    await serving(answerRecorded([...RECORDED.servers, { server }]));
    const refused = await ask(['add', 'io.example/near', '--yes']);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('is at 169.254.169.254, a private address'),
    ]);
    expect((await ask(['add', 'io.example/near', '--yes', '--allow-private'])).code).toBe(0);
    expect(await onDisk()).toContain('"url": "http://169.254.169.254/mcp"');
  });
});
