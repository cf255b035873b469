import { describe, expect, it } from 'vitest';
import { addressProblem, mayLeadTo, type Place, placeOf, placeOfServer } from './place.ts';

describe('placeOf', () => {
  it.each<[string, Place]>([
    ['127.0.0.1', 'loopback'],
    ['127.8.9.1', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.31.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd00::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['169.254.169.254', 'nowhere'],
    ['fe80::1', 'nowhere'],
    ['0.0.0.0', 'nowhere'],
    ['::', 'nowhere'],
    ['224.0.0.1', 'nowhere'],
    ['255.255.255.255', 'nowhere'],
    ['ff02::1', 'nowhere'],
    ['93.184.216.34', 'public'],
    ['2606:4700::1111', 'public'],
  ])('%s is %s', (address, place) => expect(placeOf(address)).toBe(place));

  it.each(['::ffff:a9fe:a9fe', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe'])(
    'refuses %s as never on the internet',
    (address) => {
      expect(mayLeadTo('public', placeOf(address))).toBe(false);
    },
  );
});

describe('placeOfServer', () => {
  const found =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: 4 as const }));
  it.each<[string, readonly string[], Place]>([
    ['http://127.0.0.1:1/mcp', [], 'loopback'],
    ['http://[::1]:1/mcp', [], 'loopback'],
    ['http://localhost/mcp', [], 'loopback'],
    ['http://notes.localhost/mcp', [], 'loopback'],
    ['https://notes.example/mcp', ['127.0.0.1'], 'loopback'],
    ['https://notes.example/mcp', ['10.0.0.1'], 'private'],
    ['https://notes.example/mcp', ['10.0.0.1', '127.0.0.1'], 'private'],
    ['https://notes.example/mcp', ['10.0.0.1', '93.184.216.34'], 'public'],
    ['https://notes.example/mcp', ['169.254.169.254'], 'public'],
    ['https://notes.example/mcp', [], 'public'],
  ])('%s at %j is %s', async (url, addresses, place) => {
    expect(await placeOfServer(new URL(url), found(...addresses))).toBe(place);
  });

  it('treats an unresolvable name as the strictest place', async () => {
    expect(await placeOfServer(new URL('https://nobody.example'), () => Promise.reject(new Error('ENOTFOUND')))).toBe(
      'public',
    );
  });
});

describe('addressProblem', () => {
  it.each<[Place, string, RegExp | undefined]>([
    ['public', 'https://login.example.com/', undefined],
    ['public', 'http://login.example.com/', /https/],
    ['public', 'http://127.0.0.1:3000/', /https/],
    ['public', 'https://127.0.0.1:3000/', /local network/],
    ['public', 'https://localhost/', /local network/],
    ['public', 'https://[::1]/', /local network/],
    ['public', 'https://10.0.0.1/', /local network/],
    ['public', 'https://0x7f000001/', /local network/],
    ['public', 'https://169.254.169.254/latest', /local network/],
    ['public', 'https://ada:secret@login.example.com/', /credentials/],
    ['public', 'javascript:alert(1)', /https/],
    ['public', 'file:///etc/passwd', /https/],
    ['private', 'https://10.0.0.1/', undefined],
    ['private', 'http://10.0.0.1/', /https/],
    ['private', 'https://127.0.0.1/', /local network/],
    ['private', 'https://169.254.169.254/', /local network/],
    ['loopback', 'http://127.0.0.1:3000/', undefined],
    ['loopback', 'http://localhost:3000/', undefined],
    ['loopback', 'https://10.0.0.1/', undefined],
    ['loopback', 'http://10.0.0.1/', /https/],
    ['loopback', 'http://login.example.com/', /https/],
    ['loopback', 'https://169.254.169.254/', /local network/],
  ])('from %s: %s %s', (from, url, expected) => {
    const problem = addressProblem(new URL(url), from);
    if (expected === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatch(expected);
  });
});
