import { lookup as lookupHost } from 'node:dns/promises';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { CloudBaseError, invalidArgument } from '../errors.ts';
import type { Translate } from '../lang/lang.ts';

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves a host name to all its addresses. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** An allowed URL, with the only IP addresses to connect to. */
export interface CheckedAddress {
  readonly url: URL;
  readonly addresses: readonly ResolvedAddress[];
}

/** Decides which addresses downloads may use. */
export interface AddressPolicy {
  /**
   * Resolves the host before anything is sent. Connect to the returned addresses only: a second DNS lookup may return others.
   * Throws ADDRESS_REFUSED, INVALID_ARGUMENT, UNREACHABLE.
   */
  readonly check: (address: string, base: URL | undefined, signal: AbortSignal) => Promise<CheckedAddress>;
}

export interface AddressPolicyOptions {
  readonly t: Translate;
  /** Allows addresses of this machine and of private networks. */
  readonly mayReachPrivate?: boolean;
  readonly resolve?: Resolve;
}

/**
 * Allows http and https to public addresses, on any port.
 *
 * @example
 * const { url, addresses } = await createAddressPolicy({ t }).check('https://example.com/a.png', undefined, signal);
 */
export function createAddressPolicy(options: AddressPolicyOptions): AddressPolicy {
  const { t, mayReachPrivate = false, resolve = resolveWithSystem } = options;
  const refused = (en: string, zh: string): CloudBaseError => new CloudBaseError('ADDRESS_REFUSED', t(en, zh));

  return {
    check: async (address, base, signal) => {
      const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
      if (url === undefined) throw invalidArgument(t('This is no complete URL.', '这不是完整的 URL。'));
      if (url.protocol !== 'https:' && url.protocol !== 'http:')
        throw refused('Only http and https are allowed.', '仅支持 http 和 https。');
      if (url.username !== '' || url.password !== '')
        throw refused('URLs with a user name or password are not allowed.', 'URL 中不能包含用户名或密码。');

      const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
      if (isIPv4(host) && !address.includes(host) && base?.hostname !== host)
        throw refused(
          `The host is an IP address in an unusual form. Write it as ${host}.`,
          `主机是非常规写法的 IP 地址，请写成 ${host}。`,
        );
      if (!mayReachPrivate && isLocalName(host))
        throw refused(
          `${host} is a name of this machine or its network. Only public addresses are allowed.`,
          `${host} 是本机或内网的名称，仅允许公网地址。`,
        );

      const family = isIP(host);
      const addresses =
        family !== 0 ? [{ address: host, family }] : await resolveBefore(signal, () => resolve(host)).catch(() => []);
      signal.throwIfAborted();
      if (addresses.length === 0)
        throw new CloudBaseError('UNREACHABLE', t(`The host ${host} was not found.`, `找不到主机 ${host}。`));
      // A single private address is enough to refuse, because the connection could use any of them.
      const bad = addresses.find((one) => !isPublic(one.address));
      if (bad !== undefined && !mayReachPrivate)
        throw refused(
          `${host} leads to ${bad.address}, which is not a public address. Only public addresses are allowed.`,
          `${host} 指向 ${bad.address}，不是公网地址。仅允许公网地址。`,
        );
      return { url, addresses };
    },
  };
}

/** Public addresses that hand out credentials inside a cloud. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');

/**
 * Whether an IP address is on the public internet. IPv6 forms that embed an IPv4 address (mapped, NAT64, 6to4, Teredo) are not, because
 * a gateway decides their destination.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (METADATA.has(parsed.toString()) || parsed.range() !== 'unicast') return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST, 3);
}

const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/i;
const METADATA_NAMES: ReadonlySet<string> = new Set(['metadata.tencentyun.com', 'metadata', 'instance-data']);

const isLocalName = (host: string): boolean => LOCAL_NAME.test(host) || METADATA_NAMES.has(host.toLowerCase());

const resolveWithSystem: Resolve = (host) => lookupHost(host, { all: true, verbatim: true });

/** Stops waiting on abort, because the system's resolver cannot be aborted. */
function resolveBefore<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
