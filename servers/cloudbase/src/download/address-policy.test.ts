import { describe, expect, it, vi } from 'vitest';
import { translateTo } from '../lang/lang.ts';
import { createAddressPolicy, isPublic } from './address-policy.ts';

const SIGNAL = new AbortController().signal;
const t = translateTo('en');
const policyFor = (addresses: readonly string[], mayReachPrivate = false) => {
  const resolve = vi.fn(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  return { resolve, policy: createAddressPolicy({ t, resolve, mayReachPrivate }) };
};

describe('only addresses of the public internet are public', () => {
  it.each([
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s is', (address) => expect(isPublic(address)).toBe(true));

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback beyond its first address', '127.0.0.2'],
    ['private', '10.1.2.3'],
    ['private, missed by a signed shift', '172.16.0.1'],
    ['private, at its end', '172.31.255.255'],
    ['private, missed by a signed shift', '192.168.1.1'],
    ['link-local, with metadata', '169.254.169.254'],
    ['link-local, with metadata of Tencent', '169.254.0.23'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['metadata of Azure', '168.63.129.16'],
    ['unspecified', '0.0.0.0'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '203.0.113.5'],
    ['IPv6 loopback', '::1'],
    ['IPv6 unspecified', '::'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%eth0'],
    ['IPv6 unique local', 'fd00::1'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv4 mapped', '::ffff:10.0.0.1'],
    ['IPv4 mapped in hex', '::ffff:7f00:1'],
    ['IPv4 compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::1'],
    ['documentation', '2001:db8::1'],
    ['outside of global unicast', '4000::1'],
    ['no address', 'example.com'],
  ])('%s: %s is not', (_kind, address) => expect(isPublic(address)).toBe(false));
});

describe('a URL', () => {
  it('with a public host comes with its addresses', async () => {
    const { policy } = policyFor(['93.184.216.34']);
    const checked = await policy.check('https://example.com:8443/a', undefined, SIGNAL);
    expect(checked).toMatchObject({ addresses: [{ address: '93.184.216.34', family: 4 }] });
    expect(checked.url.href).toBe('https://example.com:8443/a');
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://user@example.com/',
    'http://user:secret@example.com/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://api.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://metadata.tencentyun.com/latest/meta-data',
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://134744072/',
    'http://①②⑦.⓪.⓪.①/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
  ])('%s is refused without a DNS lookup', async (address) => {
    const { policy, resolve } = policyFor(['93.184.216.34']);
    await expect(policy.check(address, undefined, SIGNAL)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(resolve).not.toHaveBeenCalled();
  });

  it('does not repeat a password in its refusal', async () => {
    const { policy } = policyFor([]);
    await expect(policy.check('http://user:secret@example.com/', undefined, SIGNAL)).rejects.toThrow(/^(?!.*secret)/);
  });

  it.each([[['10.0.0.1']], [['93.184.216.34', '127.0.0.1']], [['::1']], [['::ffff:192.168.0.1']]])(
    'whose name resolves to %j is refused',
    async (addresses) => {
      const { policy } = policyFor(addresses);
      await expect(policy.check('http://rebound.example/', undefined, SIGNAL)).rejects.toMatchObject({
        code: 'ADDRESS_REFUSED',
        message: expect.stringContaining('not a public address'),
      });
    },
  );

  it.each(['', 'example.com/a', '//example.com', 'http://', 'http://exa mple/'])('%j is invalid', async (address) => {
    const { policy } = policyFor(['93.184.216.34']);
    await expect(policy.check(address, undefined, SIGNAL)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('of an unknown host is unreachable', async () => {
    const policy = createAddressPolicy({ t, resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(policy.check('http://nowhere.example/', undefined, SIGNAL)).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
  });

  it('may be on this machine if allowed, but the other rules still apply', async () => {
    const { policy } = policyFor(['127.0.0.1'], true);
    expect(await policy.check('http://localhost:1/', undefined, SIGNAL)).toMatchObject({
      addresses: [{ address: '127.0.0.1' }],
    });
    await expect(policy.check('file:///etc/passwd', undefined, SIGNAL)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
  });

  it('is aborted with its call, although the DNS lookup continues', async () => {
    const call = new AbortController();
    const policy = createAddressPolicy({ t, resolve: () => new Promise(() => {}) });
    const checking = policy.check('http://slow.example/', undefined, call.signal);
    call.abort(new Error('cancelled'));
    await expect(checking).rejects.toThrow('cancelled');
  });
});
