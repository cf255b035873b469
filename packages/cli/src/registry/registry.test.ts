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
} from '../../../gateway/src/setup/registry/fixtures/fake-registry.ts';
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
  it('shows what there is, and how to add it', async () => {
    const { stdout, code } = await ask(['search', 'example'], { columns: 100 });
    expect(stdout).toBe(`  NAME                   VERSION  AS                DESCRIPTION
  io.example/search-mcp  1.0.2    npm               Searches the web through an API
  io.example/files       1.4.0    npm, oci, (mcpb)  Works with the files of a folder
  io.example/weather     0.5.0    pypi, remote      Tells the weather
    ! deprecated
  io.example/embedded    0.1.0    –                 A server within a desktop program

  Look at what would be added, and add it:
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

  it('says that there is none', async () => {
    expect(await ask(['search', 'nothing'])).toMatchObject({
      code: 1,
      stdout: `  ${fake.url} has no server with 'nothing' in its name.\n`,
    });
  });

  it('makes what a stranger wrote safe to look at', async () => {
    const description = 'red \u001b[31mtext\u001b]0;title\u0007 \u202e\nnew line';
    await serving(answerJson({ servers: [{ server: { name: 'io.example/x', version: '1', description } }, {}] }));
    const { stdout } = await ask(['search', 'x'], { columns: 120 });
    expect(stdout).toContain('red text  new line');
    expect(stdout).toContain('1 entry could not be understood and is left out.');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('says why it could not ask', async () => {
    await serving(answerJson({}, 500));
    expect(await ask(['search', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('status 500; try again later'),
    });
  });
});

describe('toolmark servers add, of the registry', () => {
  const args = ['add', SEARCH, '--env', 'SEARCH_API_KEY=hunter2'];

  it('shows what would be written without secrets, and writes nothing', async () => {
    const before = await onDisk();
    const { stdout, code } = await ask([...args, '--dry-run']);
    expect(stdout).toBe(`io.example/search-mcp 1.0.2, as npm (${fake.url})
  Searches the web through an API
  https://github.com/example/search-mcp

To mcpServers of ${file} would be added:

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

  it('writes it after a yes, beside the comments', async () => {
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
    ['nobody to ask', {}, 'To do it without a question, add --yes.'],
  ])('writes nothing with %s', async (_what, given, wanted) => {
    const typed = new PassThrough();
    typed.write('no\n');
    const before = await onDisk();
    const { stderr, code } = await ask(args, { typed, ...given });
    expect([code, await onDisk()]).toEqual([1, before]);
    expect(stderr).toContain(wanted);
  });

  it('asks for what is missing, and does not show a secret that is typed', async () => {
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

  it('names what is missing where there is nobody to ask', async () => {
    expect(await ask(['add', SEARCH, '--yes'])).toMatchObject({
      code: 2,
      stderr: `'io.example/search-mcp' needs more than was given:\n  --env SEARCH_API_KEY=…   Key of the search API\n`,
    });
  });

  it.each<[string, readonly string[], number, string]>([
    ['a name that is taken', [...args, '--as', 'there', '--yes'], 1, "There is a server 'there' already."],
    ['a way that there is not', [...args, '--package', 'pypi'], 2, "not to be had as 'pypi'"],
    ['a way that cannot be used', ['add', 'io.example/files', '--package', 'mcpb'], 2, 'of kind mcpb'],
    ['no way at all', ['add', 'io.example/embedded'], 2, 'The registry does not say how to have it.'],
    ['a value that is no choice', [...args, '--env', 'SEARCH_REGION=mars'], 2, 'must be one of eu, us'],
    ['an input that there is not', [...args, '--env', 'PATH=x'], 2, 'env:PATH is none of its inputs.'],
    ['a name that is in no registry', ['add', 'io.example/gone'], 2, 'toolmark servers search gone'],
    ['a pair that is none', ['add', SEARCH, '--env', 'hunter2'], 2, "--env takes 'NAME=value'."],
    ['options for something else', [...args, '--cwd', '/'], 2, 'what is in no registry'],
  ])('refuses %s', async (_what, words, code, wanted) => {
    await writeFile(file, `{ "registry": { "url": "${fake.url}" }, "mcpServers": { "there": { "command": "x" } } }`);
    const before = await onDisk();
    const answer = await ask(words);
    expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(wanted)]);
    expect(await onDisk()).toBe(before);
  });

  it('refuses a private address unless it is wanted', async () => {
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
