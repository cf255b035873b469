import { resolve } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import type { CatalogTool } from '../model/catalog.ts';
import { certainLegsOf, legsOf } from './session-ledger.ts';

type Options = NonNullable<Parameters<typeof resolve>[1]>;

const toolOf = (name: string, annotations: object | undefined, options: Options = {}): CatalogTool =>
  // The rest of a tool does not matter here.
  ({ resolution: resolve({ name, ...(annotations && { annotations }) }, options) }) as CatalogTool;

describe('what a call adds to the risk of its session', () => {
  it.each<[string, CatalogTool | undefined, readonly string[], readonly string[]]>([
    ['no such tool', undefined, [], []],
    ['one that says nothing', toolOf('sync', undefined), ['open_world_write'], ['untrusted_content_seen']],
    ['one that says nothing in many words', toolOf('sync', {}), ['open_world_write'], ['untrusted_content_seen']],
    [
      'a read of a closed world',
      toolOf('get', { readOnlyHint: true, openWorldHint: false }),
      [],
      ['private_data_read'],
    ],
    [
      'a read of an open world',
      toolOf('get', { readOnlyHint: true, openWorldHint: true }),
      [],
      ['untrusted_content_seen'],
    ],
    [
      'a read of nobody knows what',
      toolOf('get', { readOnlyHint: true }),
      [],
      ['private_data_read', 'untrusted_content_seen'],
    ],
    ['a write in a closed world', toolOf('save', { openWorldHint: false }), [], []],
    [
      'a write in an open world that destroys nothing',
      toolOf('post', { destructiveHint: false, openWorldHint: true }),
      ['open_world_write'],
      ['untrusted_content_seen'],
    ],
    [
      'a tool that calls itself read-only, and is not believed',
      toolOf('delete_note', { readOnlyHint: true }),
      ['open_world_write'],
      ['untrusted_content_seen'],
    ],
    [
      'a tool that a person knows better',
      toolOf('sync', undefined, { override: { readOnlyHint: true, openWorldHint: false } }),
      [],
      ['private_data_read'],
    ],
  ])('%s', (_name, tool, leaving, ok) => {
    expect([legsOf(tool, 'leaving'), legsOf(tool, 'ok')]).toEqual([leaving, ok]);
  });

  it.each([
    [
      'of an open world has brought words of anybody',
      { readOnlyHint: true, openWorldHint: true },
      ['untrusted_content_seen'],
    ],
    ['of nobody knows what has too', {}, ['untrusted_content_seen']],
    ['of a closed world has brought nothing', { readOnlyHint: true, openWorldHint: false }, []],
  ])('a failure %s', (_case, annotations, legs) => {
    expect(legsOf(toolOf('get', annotations), 'failed')).toEqual(legs);
  });
});

describe('what a call has certainly added to the risk of its session', () => {
  it.each<[string, CatalogTool | undefined, readonly string[]]>([
    ['no such tool', undefined, []],
    ['one that says nothing', toolOf('sync', undefined), []],
    ['a read that does not say of what', toolOf('get', { readOnlyHint: true }), []],
    ['a read of a closed world', toolOf('get', { readOnlyHint: true, openWorldHint: false }), ['private_data_read']],
    ['a read of an open world', toolOf('get', { readOnlyHint: true, openWorldHint: true }), ['untrusted_content_seen']],
    [
      'an open world, and nobody knows whether it writes',
      toolOf('run', { openWorldHint: true }),
      ['untrusted_content_seen'],
    ],
    [
      'a write in an open world',
      toolOf('post', { readOnlyHint: false, openWorldHint: true }),
      ['untrusted_content_seen', 'open_world_write'],
    ],
    [
      'a write by what it says of destroying',
      toolOf('post', { destructiveHint: false, openWorldHint: true }),
      ['untrusted_content_seen', 'open_world_write'],
    ],
    ['a claim that its name contradicts', toolOf('delete_note', { readOnlyHint: true, openWorldHint: false }), []],
    [
      'a tool that a person knows better',
      toolOf('sync', undefined, { override: { readOnlyHint: true, openWorldHint: false } }),
      ['private_data_read'],
    ],
  ])('%s', (_name, tool, legs) => expect(certainLegsOf(tool, 'ok')).toEqual(legs));

  it.each(['error', 'denied', 'expired', 'cancelled', 'interrupted'] as const)('nothing, if it is %s', (status) =>
    expect(certainLegsOf(toolOf('post', { readOnlyHint: false, openWorldHint: true }), status)).toEqual([]),
  );
});
