import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeFirstConfig, writeSchema } from './first-config.ts';
import { loadConfig } from './load.ts';
import { watchFile } from './watch.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-config-'));
  file = join(folder, 'toolmark.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writeFirstConfig', () => {
  it('writes the demo server into a loadable file, readable only by its owner', async () => {
    const inside = join(folder, 'new', 'toolmark.json');
    expect(await writeFirstConfig(inside)).toEqual({ ok: true, value: true });
    const loaded = await loadConfig(inside, { env: {}, self: { command: 'node', args: ['toolmark.js'] } });
    expect(loaded.ok && loaded.value.config.servers.map(({ name }) => name)).toEqual(['demo']);
    expect(loaded.ok && loaded.value.warnings).toEqual([]);
    expect(statSync(inside).mode & 0o777).toBe(0o600);
  });

  it('never replaces an existing file', async () => {
    writeFileSync(file, '{"mine":true}');
    expect(await writeFirstConfig(file)).toEqual({ ok: true, value: false });
    expect(await readFile(file, 'utf8')).toBe('{"mine":true}');
  });

  it('refers to the schema file beside it', async () => {
    await writeFirstConfig(file);
    await writeSchema(file);
    const { $schema } = JSON.parse(await readFile(file, 'utf8')) as { $schema: string };
    expect(JSON.parse(await readFile(join(folder, $schema), 'utf8'))).toMatchObject({ title: 'toolmark.json' });
  });
});

describe('loadConfig', () => {
  it('does not quote invalid JSON in its error', async () => {
    writeFileSync(file, '{"token":sk-SECRET12345}');
    const loaded = await loadConfig(file, { env: {} });
    expect(JSON.stringify(loaded)).toContain('is not valid JSON at line 1, column 10');
    expect(JSON.stringify(loaded)).not.toContain('SECRET');
  });

  it('accepts comments and trailing commas', async () => {
    writeFileSync(file, '{\n  // mine\n  "mcpServers": { "a": { "command": "x", }, /* not yet */ },\n}\n');
    const loaded = await loadConfig(file, { env: {} });
    expect(loaded.ok && loaded.value.config.servers.map(({ name }) => name)).toEqual(['a']);
  });

  it.each([
    ['a missing file', undefined, 'does not exist'],
    ['no JSON', '{ "mcpServers": ', 'is not valid JSON'],
    ['a wrong shape', '{}', 'must be an object with your servers'],
    ['a byte order mark and a wrong shape', '\uFEFF{}', 'must be an object with your servers'],
  ])('reports the problem of %s', async (_what, content, message) => {
    if (content !== undefined) writeFileSync(file, content);
    const loaded = await loadConfig(file, { env: {} });
    expect(loaded.ok ? '' : loaded.error.problems.map((problem) => problem.message).join()).toContain(message);
  });
});

describe('watchFile', () => {
  const watchIt = async () => {
    const onChange = vi.fn<() => void>();
    const onGone = vi.fn<() => void>();
    const watcher = await watchFile(file, { onChange, onGone });
    onTestFinished(watcher.close);
    return { onChange, onGone, watcher };
  };

  it.each([
    ['written in place', () => writeFileSync(file, 'b')],
    [
      'replaced by another',
      () => {
        writeFileSync(`${file}.new`, 'b');
        renameSync(`${file}.new`, file);
      },
    ],
    [
      'removed and written again',
      () => {
        unlinkSync(file);
        writeFileSync(file, 'b');
      },
    ],
  ])('notices a file that was %s', async (_what, change) => {
    writeFileSync(file, 'a');
    const { onChange, watcher } = await watchIt();
    change();
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), 10_000);
    watcher.close();
  });

  it('ignores unchanged content and other files, and notices the next change', async () => {
    writeFileSync(file, 'a');
    const { onChange, watcher } = await watchIt();
    writeFileSync(file, 'a');
    writeFileSync(join(folder, 'other'), 'x');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(onChange).not.toHaveBeenCalled();
    writeFileSync(file, 'b');
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), 10_000);
    watcher.close();
  });

  it('notices a change behind a link, and in a replaced folder', async () => {
    const real = join(folder, 'real');
    mkdirSync(real);
    writeFileSync(join(real, 'x.json'), 'a');
    const linked = join(folder, 'linked');
    mkdirSync(linked);
    file = join(linked, 'toolmark.json');
    symlinkSync(join(real, 'x.json'), file);
    const { onChange } = await watchIt();
    writeFileSync(join(real, 'x.json'), 'b');
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), 10_000);
    rmSync(linked, { recursive: true });
    mkdirSync(linked);
    writeFileSync(file, 'c');
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), 10_000);
  });

  it('reports once that the file is gone, and continues', async () => {
    writeFileSync(file, 'a');
    const { onChange, onGone } = await watchIt();
    unlinkSync(file);
    await vi.waitFor(() => expect(onGone).toHaveBeenCalledTimes(1), 10_000);
    writeFileSync(file, 'b');
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), 10_000);
    expect(onGone).toHaveBeenCalledTimes(1);
  });
});
