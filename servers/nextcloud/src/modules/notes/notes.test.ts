import { describe, expect, it } from 'vitest';
import { connect, connectTo } from '../../fixtures/connect.ts';
import { serveNextcloud } from '../../fixtures/serve-nextcloud.ts';

const NOTE = { title: 'Plan', content: 'Line one', category: 'Work' };

describe('notes', () => {
  it('are created, read, updated by etag, appended to, found and deleted', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    const made = (await call('nc_notes_create_note', NOTE)) as { id: number; etag: string };
    expect(made).toEqual({ id: made.id, title: 'Plan', category: 'Work', etag: made.etag });
    const updated = await call('nc_notes_update_note', {
      note_id: made.id,
      etag: made.etag,
      content: '',
      category: null,
    });
    expect(updated).toMatchObject({ id: made.id, category: 'Work' });
    await call('nc_notes_append_content', { note_id: made.id, content: 'Later' });
    await call('nc_notes_append_content', { note_id: made.id, content: 'More' });
    expect(await call('nc_notes_get_note', { note_id: made.id })).toMatchObject({
      content: 'Later\n---\nMore',
      title: 'Plan',
    });
    expect(await call('nc_notes_search_notes', { query: 'pla mor' })).toMatchObject({
      total_found: 1,
      results: [{ id: made.id }],
    });
    expect(await call('nc_notes_delete_note', { note_id: made.id })).toMatchObject({ deleted: true });
    expect(await call('nc_notes_delete_note', { note_id: made.id })).toMatchObject({ deleted: false });
  });

  it('are not overwritten with a stale etag', async () => {
    await using nextcloud = await connect();
    const { call, emulator } = nextcloud;
    const { id, etag } = (await call('nc_notes_create_note', NOTE)) as { id: number; etag: string };
    await call('nc_notes_update_note', { note_id: id, etag, content: 'Newer' });
    const before = emulator.snapshot();
    expect(await call('nc_notes_update_note', { note_id: id, etag, content: 'Older' })).toMatchObject({
      failed: { code: 'STALE_ETAG', message: expect.stringContaining('nothing was written') },
    });
    expect(emulator.snapshot()).toEqual(before);
  });

  it.each([
    ['nc_notes_get_note', { note_id: 999_999 }, 'NOT_FOUND'],
    ['nc_notes_update_note', { note_id: 1, etag: 'x' }, 'INVALID_ARGUMENT'],
    ['nc_notes_get_attachment', { note_id: 1, attachment_filename: '../secret' }, 'INVALID_INPUT'],
  ])('%s refuses %j with %s', async (tool, args, code) => {
    await using nextcloud = await connect();
    expect(await nextcloud.call(tool, args)).toMatchObject({ failed: { code } });
  });

  it('are all found across any number of chunks', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    for (let count = 0; count < 1_050; count++) await call('nc_notes_create_note', { ...NOTE, title: `Item ${count}` });
    expect(await call('nc_notes_search_notes', { query: 'item' })).toMatchObject({
      total_found: 1_050,
      results: expect.objectContaining({ length: 100 }),
    });
  });

  it.each([
    ['nc_notes_search_notes', { query: 'x' }],
    ['nc_notes_delete_note', { note_id: 7 }],
    ['nc_notes_get_note', { note_id: 7 }],
  ])('in an invalid JSON answer are not quoted in the error of %s', async (tool, args) => {
    await using http = await serveNextcloud((_, response) => response.end('[{"content":"my diary"'));
    await using connected = await connectTo(http.nextcloud, ['notes']);
    const failed = await connected.call(tool, args);
    expect(failed).toMatchObject({ failed: { code: 'UNEXPECTED_REPLY' } });
    expect(JSON.stringify(failed)).not.toContain('diary');
  });

  it('have attachments in any category, but only from their own folder', async () => {
    const asked: (string | undefined)[] = [];
    await using http = await serveNextcloud(({ url }, response) => {
      asked.push(url);
      response.writeHead(200, { 'content-type': 'image/png' }).end('x');
    });
    await using connected = await connectTo(http.nextcloud, ['notes']);
    const read = (attachment_filename: string) =>
      connected.call('nc_notes_get_attachment', { note_id: 7, attachment_filename });
    expect(await read('a.png')).toMatchObject({ mimeType: 'image/png', data: 'eA==' });
    for (const name of ['..', '.', '../secret'])
      expect(await read(name)).toMatchObject({ failed: { code: 'INVALID_INPUT' } });
    expect(asked).toEqual(['/index.php/apps/notes/api/v1.4/attachment/7?path=.attachments.7%2Fa.png']);
  });
});
