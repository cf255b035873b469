import { resolve } from '@toolmark/annotations';
import { describe, expect, it } from 'vitest';
import { certainRisksOf, risksOf } from './session-ledger.ts';

type Options = NonNullable<Parameters<typeof resolve>[1]>;

const toolOf = (name: string, annotations: object | undefined, options: Options = {}) => ({
  resolution: resolve({ name, ...(annotations && { annotations }) }, options),
});

describe('the risks that a call adds to its session', () => {
  it.each<[string, ReturnType<typeof toolOf> | undefined, readonly string[], readonly string[]]>([
    ['an unknown tool', undefined, [], []],
    ['a tool without annotations', toolOf('sync', undefined), ['open_world_write'], ['untrusted_content_seen']],
    ['a tool with empty annotations', toolOf('sync', {}), ['open_world_write'], ['untrusted_content_seen']],
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
      'a read that does not say of what',
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
      'a tool with hints set by a person',
      toolOf('sync', undefined, { override: { readOnlyHint: true, openWorldHint: false } }),
      [],
      ['private_data_read'],
    ],
  ])('%s', (_name, tool, leaving, ok) => {
    expect([risksOf(tool, 'leaving'), risksOf(tool, 'ok')]).toEqual([leaving, ok]);
  });

  it.each([
    [
      'of an open-world tool adds untrusted content',
      { readOnlyHint: true, openWorldHint: true },
      ['untrusted_content_seen'],
    ],
    ['of a tool without annotations adds untrusted content', {}, ['untrusted_content_seen']],
    ['of a closed-world tool adds nothing', { readOnlyHint: true, openWorldHint: false }, []],
  ])('a failure %s', (_case, annotations, risks) => {
    expect(risksOf(toolOf('get', annotations), 'failed')).toEqual(risks);
  });
});

describe('the risks that a call has certainly added to its session', () => {
  it.each<[string, ReturnType<typeof toolOf> | undefined, readonly string[]]>([
    ['an unknown tool', undefined, []],
    ['a tool without annotations', toolOf('sync', undefined), []],
    ['a read that does not say of what', toolOf('get', { readOnlyHint: true }), []],
    ['a read of a closed world', toolOf('get', { readOnlyHint: true, openWorldHint: false }), ['private_data_read']],
    ['a read of an open world', toolOf('get', { readOnlyHint: true, openWorldHint: true }), ['untrusted_content_seen']],
    ['an open-world tool without a readOnlyHint', toolOf('run', { openWorldHint: true }), ['untrusted_content_seen']],
    [
      'a write in an open world',
      toolOf('post', { readOnlyHint: false, openWorldHint: true }),
      ['untrusted_content_seen', 'open_world_write'],
    ],
    [
      'a write known by its destructiveHint',
      toolOf('post', { destructiveHint: false, openWorldHint: true }),
      ['untrusted_content_seen', 'open_world_write'],
    ],
    ['a claim that its name contradicts', toolOf('delete_note', { readOnlyHint: true, openWorldHint: false }), []],
    [
      'a tool with hints set by a person',
      toolOf('sync', undefined, { override: { readOnlyHint: true, openWorldHint: false } }),
      ['private_data_read'],
    ],
  ])('%s', (_name, tool, risks) => expect(certainRisksOf(tool, 'ok')).toEqual(risks));

  it.each(['error', 'denied', 'expired', 'cancelled', 'interrupted'] as const)('nothing, if it is %s', (status) =>
    expect(certainRisksOf(toolOf('post', { readOnlyHint: false, openWorldHint: true }), status)).toEqual([]),
  );
});
