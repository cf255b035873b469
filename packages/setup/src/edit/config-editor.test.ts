import { rmSync, writeFileSync } from 'node:fs';
import { MASK } from '@toolmark/api-contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../../config/src/parse.ts';
import { createConfigEditor } from './config-editor.ts';
import { closeEditorWorld, openEditorWorld, SURROUNDINGS, TEXT, useEditorWorld } from './fixtures/editor-world.ts';

const world = useEditorWorld();

describe('the displayed config', () => {
  it('has no secrets, but everything else', async () => {
    const { text, schema, hash, ...rest } = await world().editor.view();
    expect(text).toBe(TEXT.replace('"s1"', `"${MASK}"`).replace('"s2"', `"${MASK}"`).replace('ann:s3', MASK));
    expect(rest).toEqual({ file: world().file, masked: 3, problem: null, is_writable: true });
    expect([hash.length, schema['title']]).toEqual([64, 'toolmark.json']);
  });

  it('has the current reason why it is not in use', async () => {
    writeFileSync(world().file, TEXT.replace('"notes", "env"', '"", "env"'));
    const { problem, text } = await world().editor.view();
    expect(problem).toContain('expected string');
    expect(text).toContain(MASK);
  });

  it.each([
    ['not JSON', '{"mcpServers": {"a": {"env": {"K": "s1"', 'is not valid JSON at line 1'],
    ['gone', undefined, 'is gone'],
  ])('is not shown if it is %s', async (_what, content, wanted) => {
    if (content === undefined) rmSync(world().file);
    else writeFileSync(world().file, content);
    const view = await world().editor.view();
    expect(view).toMatchObject({ text: '', masked: 0, is_writable: false });
    expect(view.problem).toContain(wanted);
    expect(await world().editor.add({ name: 'x', entry: { command: 'x' } })).toMatchObject({
      error: { kind: 'conflict' },
    });
  });
});

describe('saving the config', () => {
  const save = async (change: (text: string) => string, more: object = {}) => {
    const { text, hash } = await world().editor.view();
    return await world().editor.replace({ text: change(text), hash, ...more });
  };

  it('writes the secrets back, and waits until the config is applied', async () => {
    const saved = await save((text) => text.replace('"notes":', '// mine\n    "memos":').replace(MASK, 'new'));
    expect(saved).toMatchObject({ ok: true, value: { warnings: [], needs_restart: [] } });
    expect(world().onDisk()).toBe(TEXT.replace('"notes":', '// mine\n    "memos":').replace('s1', 'new'));
    expect(world().inUse()).toEqual(['memos', 'a.b']);
    expect(saved.ok && saved.value.hash).toBe((await world().editor.view()).hash);
  });

  it('only validates in a dry run', async () => {
    const before = (await world().editor.view()).hash;
    expect(await save((text) => text.replace('{', '{ "listen": {"port": 1}, "odd": 1,'), { dry_run: true })).toEqual({
      ok: true,
      value: {
        hash: before,
        warnings: [{ path: 'odd', message: 'is unknown (line 1, column 33)' }],
        needs_restart: ['listen'],
      },
    });
    expect(world().onDisk()).toBe(TEXT);
  });

  it.each<[string, (text: string) => string, readonly object[]]>([
    [
      'with every problem and its position',
      (text) => text.replace('"command": "notes"', '"command": 1').replace('https:', 'ftp:'),
      [
        {
          path: 'mcpServers.notes.command',
          message: 'Invalid input: expected string, received number (line 3, column 27)',
        },
        { path: 'mcpServers.a.b.url', message: 'must be an http:// or https:// address (line 4, column 21)' },
      ],
    ],
    [
      'by the longest matching name',
      (text) => text.replace('"a.b":', '"a": { "command": "x" },\n    "a.b":').replace('https:', 'ftp:'),
      [{ path: 'mcpServers.a.b.url', message: 'must be an http:// or https:// address (line 5, column 21)' }],
    ],
    [
      'at the position where the missing part belongs',
      (text) => text.replace('"command": "notes", ', ''),
      [{ path: 'mcpServers.notes', message: 'needs a command or a url (line 3, column 14)' }],
    ],
    [
      'that is not JSON',
      (text) => text.replace('"notes":', '"notes"'),
      [{ path: '', message: 'line 3, column 13: a colon should be here' }],
    ],
    [
      'with a mask where there was no secret',
      (text) => text.replace('"notes":', '"memos":'),
      [
        {
          path: 'mcpServers.memos.env.KEY',
          message: 'is masked, but there was no secret here; enter the value itself (line 3, column 52)',
        },
      ],
    ],
  ])('rejects one %s', async (_what, change, problems) => {
    const saved = await save(change);
    expect(saved.ok ? [] : saved.error.problems).toEqual(problems);
    expect([world().onDisk(), world().inUse()]).toEqual([TEXT, ['notes', 'a.b']]);
  });

  it('does not overwrite a concurrent change', async () => {
    const { text, hash } = await world().editor.view();
    writeFileSync(world().file, TEXT.replace('notes', 'memos'));
    expect(await world().editor.replace({ text, hash })).toMatchObject({ ok: false, error: { kind: 'conflict' } });
    expect(world().onDisk()).toContain('memos');
  });

  it('rejects a second server in transparent mode', async () => {
    const other = await openEditorWorld('{"mcpServers":{"a":{"command":"x"}}}', { transparent: true });
    onTestFinished(() => closeEditorWorld(other));
    const added = await other.editor.add({ name: 'b', entry: { command: 'y' } });
    expect(added.ok ? '' : added.error.message).toContain('exactly one');
    expect(other.onDisk()).not.toContain('"b"');
  });

  it('rejects a second server also if the file no longer sets transparent', async () => {
    const other = await openEditorWorld('{"mcpServers":{"a":{"command":"x"}},"transparent":true}');
    onTestFinished(() => closeEditorWorld(other));
    const { hash } = await other.editor.view();
    const text = '{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}';
    const saved = await other.editor.replace({ text, hash });
    expect(saved.ok ? '' : saved.error.message).toContain('needs exactly one enabled server');
    expect(other.onDisk()).not.toContain('"b"');
  });

  it('reports that a written change was not applied', async () => {
    const never = createConfigEditor({
      file: world().file,
      key: 'k',
      applyMs: 1,
      parse: (json) => parseConfig(json, { ...SURROUNDINGS, folder: world().folder }),
      watched: () => Promise.resolve({ check: () => new Promise(() => {}), judge: world().watched.judge }),
    });
    expect(await never.add({ name: 'c', entry: { command: 'x' } })).toMatchObject({
      ok: false,
      error: { kind: 'late' },
    });
    expect(world().onDisk()).toContain('"c"');
  });
});
