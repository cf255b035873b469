import { MASK } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { newPair, type ServerDraft, toDraft, toEntry } from './draft.ts';

describe('a form about a server', () => {
  it.each([
    ['a command', { command: 'npx', args: ['-y', 'server', 'My Notes'], env: { KEY: MASK }, cwd: '/srv' }],
    ['an address', { url: `https://ann:${MASK}@example.com/mcp`, headers: { Authorization: MASK }, type: 'sse' }],
    ['other words for a transport', { type: 'streamable-http', url: 'https://example.com/mcp' }],
    ['a transport that means nothing', { url: 'https://example.com', type: 'carrier-pigeon' }],
    [
      'everything else',
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
      'what is usual and written',
      { command: 'x', trust: 'review', protocol: 'auto', strict: false, disabled: false, cache: false },
    ],
    ['empty lists', { command: 'x', args: [], env: {} }],
    ['answers that are kept', { command: 'x', cache: true }],
    ['answers of some tools that are kept', { command: 'x', cache: { ttl: 5, tools: ['get_*'] } }],
    ['what is not in the form', { command: 'x', autoApprove: ['a'], note: 'mine' }],
  ])('that nobody fills in leaves %s as it is', (_, entry) => {
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
      'a server that is believed without a review',
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
    ['pairs that are taken away', { command: 'x', env: { A: 'b' } }, (draft) => draft.env.splice(0), { command: 'x' }],
    [
      'a number that is none',
      { command: 'x', timeout: 5 },
      (draft) => Object.assign(draft.numbers, { timeout: 'soon', queue: ' 3 ' }),
      { command: 'x', timeout: 'soon', queue: 3 },
    ],
    [
      'a number that is taken away',
      { command: 'x', timeout: 5 },
      (draft) => Object.assign(draft.numbers, { timeout: '' }),
      { command: 'x' },
    ],
    [
      'what stands between blanks',
      {},
      (draft) =>
        Object.assign(draft, { kind: 'address', url: ' http://x ', numbers: { ...draft.numbers, timeout: ' ' } }),
      { url: 'http://x' },
    ],
    [
      'a folder between blanks',
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
      'a cache that is taken away',
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
