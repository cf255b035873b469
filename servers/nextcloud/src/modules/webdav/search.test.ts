import { describe, expect, it } from 'vitest';
import { connect } from '../../fixtures/connect.ts';

interface Found {
  readonly results: readonly { readonly path: string }[];
  readonly total_found: number;
  readonly has_more: boolean;
}

const SETTINGS = '/Documents/settings.json';
const BUDGET = '/Documents/Budget 2026.csv';
const MEETING = '/Documents/Meeting notes.md';

describe('a search for files', () => {
  it.each([
    ['nc_webdav_search_files', { name_pattern: '*.MD' }, [MEETING, '/Readme.md']],
    ['nc_webdav_search_files', { name_pattern: '*.md', only_favorites: true }, [MEETING]],
    ['nc_webdav_search_files', { name_pattern: '*.md', mime_type: 'image' }, []],
    ['nc_webdav_search_files', { scope: 'Documents', mime_type: 'text/%' }, [BUDGET, MEETING]],
    ['nc_webdav_search_files', { scope: 'Documents' }, [BUDGET, MEETING, SETTINGS]],
    ['nc_webdav_find_by_name', { pattern: 'Überblick.png' }, ['/Photos/Überblick.png']],
    ['nc_webdav_find_by_name', { pattern: "it's <a> & b" }, []],
    ['nc_webdav_find_by_type', { mime_type: 'image' }, ['/Photos/Überblick.png']],
    ['nc_webdav_find_by_type', { mime_type: 'application/json' }, [SETTINGS]],
    ['nc_webdav_list_favorites', {}, [MEETING]],
    ['nc_webdav_list_favorites', { scope: 'Photos' }, []],
  ])('%s %j finds %j', async (tool, args, paths) => {
    await using nextcloud = await connect({ hasSamples: true });
    const { results, total_found, has_more } = (await nextcloud.call(tool, args)) as Found;
    expect(results.map(({ path }) => path).toSorted()).toEqual(paths);
    expect({ total_found, has_more }).toEqual({ total_found: paths.length, has_more: false });
  });

  it('applies the limit, and reports that there are more results', async () => {
    await using nextcloud = await connect({ hasSamples: true });
    const found = await nextcloud.call('nc_webdav_search_files', { scope: 'Documents', limit: 2 });
    expect(found).toMatchObject({ total_found: 2, has_more: true, results: { length: 2 } });
  });

  it('searches a folder whose name has spaces and non-ASCII letters', async () => {
    await using nextcloud = await connect();
    const { call } = nextcloud;
    await call('nc_webdav_create_directory', { path: 'Fotos & Überblick' });
    await call('nc_webdav_write_file', { path: 'Fotos & Überblick/a b.txt', content: 'x' });
    expect(await call('nc_webdav_find_by_name', { pattern: '*', scope: 'Fotos & Überblick' })).toMatchObject({
      results: [{ path: '/Fotos & Überblick/a b.txt' }],
    });
  });

  it.each([
    [{ scope: 'Nowhere' }, 'NOT_FOUND'],
    [{ scope: '../bob' }, 'INVALID_ARGUMENT'],
    [{ limit: 0 }, 'INVALID_INPUT'],
  ])('refuses %j with %s', async (args, code) => {
    await using nextcloud = await connect();
    expect(await nextcloud.call('nc_webdav_search_files', args)).toMatchObject({ failed: { code } });
  });
});
