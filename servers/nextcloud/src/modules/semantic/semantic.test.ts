import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Emulator } from '../../emulator/create-emulator.ts';
import { type Connected, connect, USERS } from '../../fixtures/connect.ts';
import { createNextcloud } from '../../http/create-nextcloud.ts';
import { createSemantic, type Semantic } from '../../semantic/create-semantic.ts';
import type { Embedder } from '../../semantic/embeddings/embedder.ts';
import { createFeatureHashing } from '../../semantic/embeddings/feature-hashing.ts';
import { sourcesOf } from '../../semantic/sources.ts';
import { MODULE_NAMES } from '../module.ts';

const NOTE = { title: 'Boiler', content: 'The heating engineer comes in October.', category: 'Home' };
const open = (file = ':memory:', embedder: Embedder = createFeatureHashing()): Semantic => {
  const semantic = createSemantic({ file, host: 'test', embedder, sources: sourcesOf(MODULE_NAMES) });
  onTestFinished(() => semantic.close().catch(() => {}));
  return semantic;
};
const as = (user: keyof typeof USERS, { url }: Emulator) =>
  createNextcloud({
    url,
    user,
    authorization: () => `Basic ${Buffer.from(`${user}:${USERS[user].password}`).toString('base64')}`,
  });
/** An embedder that counts its texts. */
const counting = (): Embedder & { readonly texts: string[] } => {
  const texts: string[] = [];
  const inner = createFeatureHashing();
  return {
    name: inner.name,
    texts,
    embed: (all, signal) => {
      texts.push(...all);
      return inner.embed(all, signal);
    },
  };
};

describe('semantic search', () => {
  it('finds a note with its position in the text, and reports the indexing status', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    expect(await call('nc_get_vector_sync_status')).toMatchObject({ status: 'unknown', enabled: true });
    const { id } = (await call('nc_notes_create_note', NOTE)) as { id: number };
    await call('nc_notes_create_note', { ...NOTE, title: 'Tea', content: 'Oolong at 90 degrees.' });
    const query = 'when does the heating engineer come?';
    expect(await call('nc_semantic_search', { query, limit: 1, include_context: true })).toEqual({
      query,
      total_found: 1,
      search_method: 'hybrid_rrf',
      results: [
        {
          id,
          doc_type: 'note',
          title: 'Boiler',
          category: 'Home',
          excerpt: NOTE.content,
          score: 1,
          chunk_index: 0,
          total_chunks: 1,
          chunk_start_offset: 0,
          chunk_end_offset: NOTE.content.length,
          context: NOTE.content,
        },
      ],
    });
    expect(await call('nc_get_vector_sync_status')).toEqual({
      indexed_count: 2,
      pending_count: 0,
      status: 'idle',
      enabled: true,
    });
    expect(await call('nc_semantic_search', { query, doc_types: ['file'] })).toMatchObject({ total_found: 0 });
  });

  it('returns the new text of a changed note, and no deleted note', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    const { id, etag } = (await call('nc_notes_create_note', NOTE)) as { id: number; etag: string };
    await call('nc_semantic_search', { query: 'heating' });
    await call('nc_notes_update_note', { note_id: id, etag, content: 'The heating was removed.' });
    expect(await call('nc_semantic_search', { query: 'heating' })).toMatchObject({
      results: [{ id, excerpt: 'The heating was removed.' }],
    });
    await call('nc_notes_delete_note', { note_id: id });
    expect(await call('nc_semantic_search', { query: 'heating' })).toMatchObject({ total_found: 0 });
  });

  it('reports progress for each document that the first search indexes', async () => {
    await using nextcloud = await connect({ modules: ['notes', 'semantic'] });
    const { call, client } = nextcloud;
    for (const title of ['One', 'Two']) await call('nc_notes_create_note', { ...NOTE, title });
    const progress: unknown[] = [];
    await client.callTool(
      { name: 'nc_semantic_search', arguments: { query: 'heating' } },
      { onprogress: (update) => void progress.push(update) },
    );
    const message = 'Indexing your documents';
    expect(progress).toEqual([0, 1, 2].map((done) => ({ progress: done, total: 2, message })));
  });

  it('removes a deleted note from the index after a second scan', async () => {
    const semantic = open();
    await using nextcloud = await connect({ semantic });
    const { id } = (await nextcloud.call('nc_notes_create_note', NOTE)) as { id: number };
    const ada = as('ada', nextcloud.emulator);
    await semantic.sync(ada);
    await nextcloud.call('nc_notes_delete_note', { note_id: id });
    await semantic.sync(ada);
    expect(semantic.status(ada).indexed).toBe(1);
    await semantic.sync(ada);
    expect(semantic.status(ada).indexed).toBe(0);
  });

  it('never returns documents of another user', async () => {
    const semantic = open();
    await using nextcloud = await connect({ semantic });
    const bob = as('bob', nextcloud.emulator);
    await bob.request({
      method: 'POST',
      path: ['apps', 'notes', 'api', 'v1', 'notes'],
      json: NOTE,
      what: 'a note',
      signal: AbortSignal.timeout(5_000),
    });
    await semantic.sync(bob);
    expect(semantic.status(bob).indexed).toBe(1);
    expect(await nextcloud.call('nc_semantic_search', { query: 'heating engineer' })).toMatchObject({ total_found: 0 });
  });

  it('continues after a restart, in a file that only its owner can read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'semantic-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'nextcloud', 'index.sqlite');
    await using nextcloud = await connect({ semantic: false });
    const ada = as('ada', nextcloud.emulator);
    for (const title of ['One', 'Two', 'Three', 'Four'])
      await nextcloud.call('nc_notes_create_note', { ...NOTE, title });
    const hashing = createFeatureHashing();
    let left = 2;
    const failing: Embedder = {
      name: hashing.name,
      embed: async (texts, signal) => {
        if (left-- === 0) throw new Error('The endpoint is gone.');
        return hashing.embed(texts, signal);
      },
    };
    const first = open(file, failing);
    await expect(first.sync(ada)).rejects.toThrow('gone');
    expect(first.status(ada)).toMatchObject({ indexed: 2, pending: 2 });
    await first.close();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const embedder = counting();
    const second = open(file, embedder);
    await second.sync(ada);
    expect(embedder.texts).toHaveLength(2);
    expect(second.status(ada)).toEqual({ indexed: 4, pending: 0, status: 'idle' });
  });

  it('is off without an index', async () => {
    await using nextcloud = await connect({ semantic: false });
    expect(await nextcloud.call('nc_get_vector_sync_status')).toMatchObject({ status: 'disabled', enabled: false });
    expect(await nextcloud.call('nc_semantic_search', { query: 'x' })).toMatchObject({ failed: { code: 'DISABLED' } });
  });

  it.each([
    { query: '' },
    { query: 'x', limit: 0 },
    { query: 'x', doc_types: ['mail'] },
    { query: 'x', fusion: 'max' },
    { query: 'x', score_threshold: 2 },
  ])('refuses %j', async (args) => {
    await using nextcloud = await connect();
    expect(await nextcloud.call('nc_semantic_search', args)).toMatchObject({ failed: { code: 'INVALID_INPUT' } });
  });

  it.each(['" OR *', 'NEAR(a b)', '-', '😀'])('treats %j as plain words', async (query) => {
    await using nextcloud = await connect();
    expect(await nextcloud.call('nc_semantic_search', { query })).toMatchObject({ total_found: 0 });
  });
});

/** Writes a text file of ada and tags it for indexing. */
async function tagFile(
  { emulator, call }: Connected,
  path: string,
  content: string,
): Promise<{ readonly untag: () => Promise<void> }> {
  const ada = as('ada', emulator);
  const signal = AbortSignal.timeout(5_000);
  const dav = ['remote.php', 'dav'];
  await call('nc_webdav_write_file', { path, content });
  const found = (await call('nc_webdav_find_by_name', { pattern: path })) as { results: { file_id: number }[] };
  const id = found.results[0]?.file_id;
  const made = await ada.request({
    method: 'POST',
    path: [...dav, 'systemtags'],
    json: { name: 'vector-index', userVisible: true, userAssignable: true },
    what: 'a tag',
    signal,
  });
  const tag = made.headers.get('content-location')?.split('/').at(-1) ?? '';
  const relation = { path: [...dav, 'systemtags-relations', 'files', String(id), tag], what: 'a tag', signal };
  await ada.request({ ...relation, method: 'PUT' });
  return { untag: async () => void (await ada.request({ ...relation, method: 'DELETE' })) };
}

describe('other documents', () => {
  it('indexes notes if News is not installed', async () => {
    await using nextcloud = await connect({ apps: ['notes'] });
    await nextcloud.call('nc_notes_create_note', NOTE);
    expect(await nextcloud.call('nc_semantic_search', { query: 'heating' })).toMatchObject({ total_found: 1 });
  });

  it('finds tagged text files, until the tag is removed', async () => {
    await using nextcloud = await connect();
    await nextcloud.call('nc_webdav_write_file', { path: 'Untagged.md', content: 'The heating engineer.' });
    const { untag } = await tagFile(nextcloud, 'Boiler.md', NOTE.content);
    const search = () => nextcloud.call('nc_semantic_search', { query: 'heating engineer' });
    expect(await search()).toMatchObject({
      total_found: 1,
      results: [{ doc_type: 'file', title: 'Boiler.md', category: '', excerpt: NOTE.content }],
    });
    await nextcloud.call('nc_webdav_write_file', { path: 'Boiler.md', content: 'The heating is new.' });
    expect(await search()).toMatchObject({ results: [{ excerpt: 'The heating is new.' }] });
    await untag();
    expect(await search()).toMatchObject({ total_found: 0 });
  });

  it.each([
    ['a picture', 'Heating.png', 'heating engineer'],
    ['a file over 1 MiB', 'Heating.txt', 'heating engineer '.repeat(70_000)],
  ])('leaves %s out', async (_, path, content) => {
    await using nextcloud = await connect();
    await tagFile(nextcloud, path, content);
    expect(await nextcloud.call('nc_semantic_search', { query: 'heating engineer' })).toMatchObject({ total_found: 0 });
  });

  it('finds unread news, without markup', async () => {
    await using nextcloud = await connect({ hasSamples: true });
    expect(await nextcloud.call('nc_semantic_search', { query: 'dark mode', doc_types: ['news_item'] })).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ title: 'Version 1.1', excerpt: 'Dark mode.' })]),
    });
  });
});
