import { mkdtempSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('the first config', () => {
  it('has the demo server, can be loaded, and is for its owner only', async () => {
    const inside = join(folder, 'new', 'toolmark.json');
    expect(await writeFirstConfig(inside)).toBe(true);
    const loaded = await loadConfig(inside, { env: {}, self: { command: 'node', args: ['toolmark.js'] } });
    expect(loaded.ok && loaded.value.config.servers.map(({ name }) => name)).toEqual(['demo']);
    expect(loaded.ok && loaded.value.warnings).toEqual([]);
    expect(statSync(inside).mode & 0o777).toBe(0o600);
  });

  it('never replaces one that is there', async () => {
    writeFileSync(file, '{"mine":true}');
    expect(await writeFirstConfig(file)).toBe(false);
    expect(await readFile(file, 'utf8')).toBe('{"mine":true}');
  });

  it('refers to a schema that lies beside it', async () => {
    await writeFirstConfig(file);
    await writeSchema(file);
    const { $schema } = JSON.parse(await readFile(file, 'utf8')) as { $schema: string };
    expect(JSON.parse(await readFile(join(folder, $schema), 'utf8'))).toMatchObject({ title: 'toolmark.json' });
  });
});

describe('loadConfig', () => {
  it.each([
    ['a missing file', undefined, 'does not exist'],
    ['no JSON', '{ "mcpServers": ', 'is not valid JSON'],
    ['a wrong shape', '{}', 'expected record'],
  ])('says what is wrong with %s', async (_what, content, message) => {
    if (content !== undefined) writeFileSync(file, content);
    const loaded = await loadConfig(file, { env: {} });
    expect(loaded.ok ? '' : loaded.error.problems.map((problem) => problem.message).join()).toContain(message);
  });
});

describe('watchFile', () => {
  const watchIt = async () => {
    const onChange = vi.fn<() => void>();
    const watcher = await watchFile(file, onChange, () => {});
    return { onChange, watcher };
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
      'removed and written anew',
      () => {
        unlinkSync(file);
        writeFileSync(file, 'b');
      },
    ],
  ])('hears of a file that was %s', async (_what, change) => {
    writeFileSync(file, 'a');
    const { onChange, watcher } = await watchIt();
    change();
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), 2_000);
    watcher.close();
  });

  it('says nothing of the same content and of other files, and hears the change that follows', async () => {
    writeFileSync(file, 'a');
    const { onChange, watcher } = await watchIt();
    writeFileSync(file, 'a');
    writeFileSync(join(folder, 'other'), 'x');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(onChange).not.toHaveBeenCalled();
    writeFileSync(file, 'b');
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), 2_000);
    watcher.close();
  });
});
