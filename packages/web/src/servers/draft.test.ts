import { MASK } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { newPair, type ServerDraft, toDraft, toEntry } from './draft.ts';

describe('a server form', () => {
  it.each([
    ['a command', { command: 'npx', args: ['-y', 'server', 'My Notes'], env: { KEY: MASK }, cwd: '/srv' }],
    ['an address', { url: `https://ann:${MASK}@example.com/mcp`, headers: { Authorization: MASK }, type: 'sse' }],
    ['other names of a transport', { type: 'streamable-http', url: 'https://example.com/mcp' }],
    ['an unknown transport', { url: 'https://example.com', type: 'carrier-pigeon' }],
    [
      'all other settings',
      {
        command: 'x',
        disabled: true,
        protocol: 'legacy',
        connectTimeout: 1.5,
        timeout: 10,
        maxTimeout: 20,
        concurrency: 1,
        queue: 0,
        trust: 'none',
        strict: true,
        cache: 30,
      },
    ],
    [
      'explicit defaults',
      { command: 'x', trust: 'review', protocol: 'auto', strict: false, disabled: false, cache: false },
    ],
    ['empty lists', { command: 'x', args: [], env: {} }],
    ['a cache', { command: 'x', cache: true }],
    ['a cache for some tools', { command: 'x', cache: { ttl: 5, tools: ['get_*'] } }],
    ['settings that the form does not show', { command: 'x', autoApprove: ['a'], note: 'mine' }],
  ])('keeps %s if nothing was edited', (_, entry) => {
    const made = toEntry(toDraft('notes', entry), entry);
    expect(made).toEqual(entry);
    expect(Object.keys(made)).toEqual(Object.keys(entry));
  });

  const changes: readonly [string, Record<string, unknown>, (draft: ServerDraft) => void, Record<string, unknown>][] = [
    [
      'a new command',
      {},
      (draft) => Object.assign(draft, { command: ' npx ', args: '-y\n\nserver' }),
      { command: 'npx', args: ['-y', 'server'] },
    ],
    [
      'a server that is trusted without a review',
      { command: 'x' },
      (draft) => Object.assign(draft, { trust: 'declared' }),
      { command: 'x', trust: 'declared' },
    ],
    [
      'a command that becomes an address',
      { command: 'x', args: ['y'], env: { A: 'b' }, cwd: '/', trust: 'none' },
      (draft) => Object.assign(draft, { kind: 'address', url: 'http://localhost/mcp' }),
      { trust: 'none', url: 'http://localhost/mcp' },
    ],
    [
      'an address that becomes a command',
      { url: 'http://x', headers: { a: 'b' }, type: 'http' },
      (draft) => Object.assign(draft, { kind: 'command', command: 'x' }),
      { command: 'x' },
    ],
    [
      'pairs',
      { command: 'x', env: { A: MASK } },
      (draft) => draft.env.push(newPair(' B ', `\${B}`), newPair()),
      { command: 'x', env: { A: MASK, B: `\${B}` } },
    ],
    ['removed pairs', { command: 'x', env: { A: 'b' } }, (draft) => draft.env.splice(0), { command: 'x' }],
    [
      'an invalid number',
      { command: 'x', timeout: 5 },
      (draft) => Object.assign(draft.numbers, { timeout: 'soon', queue: ' 3 ' }),
      { command: 'x', timeout: 'soon', queue: 3 },
    ],
    [
      'a removed number',
      { command: 'x', timeout: 5 },
      (draft) => Object.assign(draft.numbers, { timeout: '' }),
      { command: 'x' },
    ],
    [
      'surrounding spaces',
      {},
      (draft) =>
        Object.assign(draft, { kind: 'address', url: ' http://x ', numbers: { ...draft.numbers, timeout: ' ' } }),
      { url: 'http://x' },
    ],
    [
      'a folder with surrounding spaces',
      {},
      (draft) => Object.assign(draft, { command: 'x', cwd: ' /srv ' }),
      { command: 'x', cwd: '/srv' },
    ],
    [
      'a name without a value, and a value without a name',
      { command: 'x' },
      (draft) => draft.env.push(newPair('A', ''), newPair(' ', 'b'), newPair(' ', '')),
      { command: 'x', env: { A: '', '': 'b' } },
    ],
    [
      'a cache',
      { command: 'x' },
      (draft) => Object.assign(draft, { cache: 'seconds', cacheSeconds: '90' }),
      { command: 'x', cache: 90 },
    ],
    [
      'a removed cache',
      { command: 'x', cache: { ttl: 5 } },
      (draft) => Object.assign(draft, { cache: 'off' }),
      { command: 'x' },
    ],
    [
      'trust',
      { command: 'x', trust: 'none' },
      (draft) => Object.assign(draft, { trust: 'declared' }),
      { command: 'x', trust: 'declared' },
    ],
    [
      'a transport',
      { url: 'http://x', type: 'streamable-http' },
      (draft) => Object.assign(draft, { type: 'auto' }),
      { url: 'http://x', type: 'auto' },
    ],
    [
      'being enabled',
      { command: 'x', disabled: true },
      (draft) => Object.assign(draft, { disabled: false }),
      { command: 'x', disabled: false },
    ],
  ];

  it.each([
    ['sse', 'sse'],
    ['streamableHttp', 'http'],
    ['carrier-pigeon', 'auto'],
    [undefined, 'auto'],
  ])('shows the transport %j as %j', (type, expected) => {
    expect(toDraft('x', { url: 'http://x', ...(type && { type }) }).type).toBe(expected);
  });

  it.each(changes)('writes %s', (_, before, change, expected) => {
    const draft = toDraft('notes', before);
    change(draft);
    expect(toEntry(draft, before)).toEqual(expected);
  });
});
