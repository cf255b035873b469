import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask as askFor, type Surroundings } from '../fixtures/ask.ts';
import { session } from '../fixtures/record.ts';
import { type RecordGateway, startRecordGateway } from '../fixtures/record-gateway.ts';

let gateway: RecordGateway;
let cwd: string;
let respond: (response: ServerResponse, url: URL) => void;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'toolmark-export-'));
  respond = (response) => void response.end('id,tool\n1,a\n');
  gateway = await startRecordGateway({
    sessions: [session(1_000)],
    onExport: (response, url) => respond(response, url),
  });
});

afterEach(async () => {
  await gateway.close();
  await rm(cwd, { recursive: true });
});

const ask = (args: readonly string[], given: Surroundings = {}) =>
  askFor(['calls', 'export', ...args], { home: gateway.data, cwd, ...given });

describe('toolmark calls export', () => {
  it('streams to stdout', async () => {
    expect(await ask([])).toEqual({ code: 0, stdout: 'id,tool\n1,a\n', stderr: '' });
  });

  it('writes a file that only its owner can read, and says so', async () => {
    await writeFile(join(cwd, 'calls.csv'), 'longer old content that is replaced');
    expect(await ask(['--out', 'calls.csv'])).toEqual({ code: 0, stdout: '', stderr: 'wrote calls.csv (12 B)\n' });
    expect(await readFile(join(cwd, 'calls.csv'), 'utf8')).toBe('id,tool\n1,a\n');
    expect(await readdir(cwd)).toEqual(['calls.csv']);
    expect((await stat(join(cwd, 'calls.csv'))).mode & 0o777).toBe(0o600);
  });

  it.each<[readonly string[], string]>([
    [[], 'format=csv'],
    [['--json'], 'format=ndjson'],
    [['--out', 'x.csv'], 'format=csv'],
    [['--out', 'x.jsonl'], 'format=ndjson'],
    [['--out', 'x.ndjson', '--format', 'csv'], 'format=csv'],
    [
      ['--bodies', '--status', 'error,denied', '--since', '1h'],
      'status=error,denied&from=2026-11-15T11:00:00.000Z&format=csv&bodies=true',
    ],
    [['--session', 'b1f0'], 'session_id=b1f0c2d4-0000-4000-8000-000000000001&format=csv'],
  ])('%j requests %s', async (args, query) => {
    expect((await ask(args)).code).toBe(0);
    expect(gateway.paths().at(-1)).toBe(`/tool-calls/export?${query}`);
  });

  it('prints the result as JSON', async () => {
    const { stdout, stderr } = await ask(['--out', 'calls.ndjson', '--json']);
    expect([JSON.parse(stdout), stderr]).toEqual([{ out: 'calls.ndjson', format: 'ndjson', bytes: 12 }, '']);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    [
      'breaks off',
      (response) => response.write('id,tool\n', () => setImmediate(() => response.destroy())),
      'calls.ndjson was not written. The connection to the gateway was lost before the export was complete.\n',
    ],
    [
      'ends with an error of the record',
      (response) => void response.end('{"id":"1"}\n{"error":{"code":"record_unavailable","message":"It broke."}}\n'),
      'calls.ndjson was not written. It broke.\n',
    ],
    [
      'is refused',
      (response) => void response.writeHead(503).end('{"error":{"code":"record_unavailable","message":"It is off."}}'),
      'It is off.\n',
    ],
  ])('an export that %s leaves no file, not even half of one', async (_case, answer, sentence) => {
    respond = answer;
    const { code, stdout, stderr } = await ask(['--out', 'calls.ndjson']);
    expect([code, stdout, stderr.startsWith(sentence), await readdir(cwd)]).toEqual([2, '', true, []]);
  });

  it('a call whose arguments look like an error is exported as usual', async () => {
    respond = (response) => void response.end('{"id":"1","error":{"code":null,"message":"x"}}\n');
    expect((await ask(['--format', 'ndjson'])).code).toBe(0);
  });

  it('Ctrl-C leaves no file', async () => {
    const interrupt = new AbortController();
    respond = (response) => void response.write('id,tool\n', () => interrupt.abort());
    expect(await ask(['--out', 'calls.csv'], { signal: interrupt.signal })).toEqual({
      code: 130,
      stdout: '',
      stderr: 'Interrupted.\n',
    });
    expect(await readdir(cwd)).toEqual([]);
  });

  it('reports a missing folder', async () => {
    expect(await ask(['--out', 'no/such/folder.csv'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `no/such/folder.csv was not written. The folder ${cwd}/no/such does not exist.\n`,
    });
    expect((await ask(['--out', '.'])).stderr).toBe('. was not written. It is a folder.\n');
    // The gateway was never asked.
    expect(gateway.paths()).toEqual([]);
  });

  it('an export to stdout that breaks off says so', async () => {
    respond = (response) => response.write('id,tool\n', () => setImmediate(() => response.destroy()));
    expect(await ask([])).toEqual({
      code: 2,
      stdout: 'id,tool\n',
      stderr: 'The export failed. The connection to the gateway was lost before the export was complete.\n',
    });
  });

  it.each<[string, string | undefined]>([
    ['a file', 'old content'],
    ['nothing yet', undefined],
  ])('keeps a link to %s, and writes its target', async (_case, former) => {
    await mkdir(join(cwd, 'far'));
    if (former !== undefined) await writeFile(join(cwd, 'far', 'real.csv'), former);
    await symlink(join('far', 'real.csv'), join(cwd, 'link.csv'));
    expect((await ask(['--out', 'link.csv'])).code).toBe(0);
    expect(await readlink(join(cwd, 'link.csv'))).toBe(join('far', 'real.csv'));
    expect(await readFile(join(cwd, 'far', 'real.csv'), 'utf8')).toBe('id,tool\n1,a\n');
    expect([await readdir(cwd), await readdir(join(cwd, 'far'))]).toEqual([['far', 'link.csv'], ['real.csv']]);
  });

  describe.runIf(process.platform !== 'win32')('a pipe', () => {
    // POSIX has it everywhere; Node has no call for it.
    const makePipe = 'mkfifo';
    beforeEach(() => execFileSync(makePipe, [join(cwd, 'pipe')]));

    it('is written and kept', async () => {
      const read = readFile(join(cwd, 'pipe'), 'utf8');
      expect((await ask(['--out', 'pipe'])).code).toBe(0);
      expect([await read, (await stat(join(cwd, 'pipe'))).isFIFO(), await readdir(cwd)]).toEqual([
        'id,tool\n1,a\n',
        true,
        ['pipe'],
      ]);
    });

    it('waits until someone reads it, or Ctrl-C', async () => {
      let read: Promise<string> | undefined;
      const wait = async (): Promise<void> => {
        read ??= readFile(join(cwd, 'pipe'), 'utf8');
      };
      expect((await ask(['--out', 'pipe'], { wait })).code).toBe(0);
      expect(await read).toBe('id,tool\n1,a\n');
      const interrupt = new AbortController();
      const nobody = await ask(['--out', 'pipe'], { signal: interrupt.signal, wait: async () => interrupt.abort() });
      expect([nobody.code, nobody.stderr]).toEqual([130, 'Interrupted.\n']);
    });
  });

  it('a reader that stops early is no error', async () => {
    const { io } = await import('../fixtures/ask.ts').then(({ createIo }) => createIo({ home: gateway.data, cwd }));
    const { exportCalls } = await import('./export.ts');
    const { Writable } = await import('node:stream');
    const head = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    expect(await exportCalls({}, { ...io, streams: { ...io.streams, stdout: head } })).toBe(0);
  });

  it('shows the exported size on a terminal, and erases it', async () => {
    const { stderr } = await ask(['--out', 'calls.csv'], { isTTY: true });
    expect(stderr).toBe('wrote calls.csv (12 B)\n');
  });
});
