import { describe, expect, it } from 'vitest';
import { findPrivateAddress, isPrivateAddress, isPrivateHost } from './private-address.ts';

describe('private addresses', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.255.0.9', true],
    ['10.0.0.1', true],
    ['172.16.0.1', true],
    ['172.32.0.1', false],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['100.64.0.1', true],
    ['0.0.0.0', true],
    ['224.0.0.1', true],
    ['255.255.255.255', true],
    ['8.8.8.8', false],
    ['::1', true],
    ['::', true],
    ['fe80::1%eth0', true],
    ['fd00::1', true],
    ['[::1]', true],
    ['::ffff:127.0.0.1', true],
    ['::ffff:7f00:1', true],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::10.0.0.1', true],
    ['2002:7f00:1::', true],
    ['2002:808:808::', false],
    ['2606:4700::1111', false],
    ['example.com', false],
  ])('%s: %s', (address, wanted) => expect(isPrivateAddress(address)).toBe(wanted));

  it.each([
    ['localhost', true],
    ['registry', true],
    ['db.internal', true],
    ['nas.local.', true],
    ['127.0.0.1', true],
    ['example.com', false],
    ['localhost.example.com', false],
  ])('host %s: %s', (host, wanted) => expect(isPrivateHost(host)).toBe(wanted));

  it.each<[string, readonly string[], string | undefined]>([
    ['https://example.com/mcp', ['93.184.216.34'], undefined],
    ['https://example.com/mcp', ['93.184.216.34', '10.0.0.7'], '10.0.0.7'],
    ['https://[::ffff:127.0.0.1]/mcp', [], '[::ffff:7f00:1]'],
    ['http://2130706433/', [], '127.0.0.1'],
    ['https://93.184.216.34/', ['10.0.0.1'], undefined],
  ])('checks %s, which resolves to %j: %s', async (url, addresses, wanted) => {
    const lookUp = () =>
      Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    expect(await findPrivateAddress(new URL(url), lookUp)).toBe(wanted);
  });

  it('treats an unresolvable name as not private', async () => {
    expect(await findPrivateAddress(new URL('https://example.com'), () => Promise.reject(new Error('ENOTFOUND')))).toBe(
      undefined,
    );
  });
});
