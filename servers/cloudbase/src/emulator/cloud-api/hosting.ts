import { notFound, overLimit, Refusal } from '../refusal.ts';
import { environmentOf, type HostingDomain, type World } from '../world.ts';
import { type Actions, type Payload, requiredText, textsOf } from './action.ts';
import { siteDomainOf } from './environments.ts';

const MAX_DOMAINS = 50;

export const HOSTING_ACTIONS: Actions = {
  'tcb.DescribeStaticStore': (payload, world) => {
    const environment = environmentOf(world, requiredText(payload, 'EnvId'));
    const { envId, hosting, region } = environment;
    return {
      Data: [
        // `Regoin` is Tencent's spelling.
        { EnvId: envId, CdnDomain: siteDomainOf(environment), Bucket: hosting.name, Regoin: region, Status: 'online' },
      ],
    };
  },
  'tcb.CreateHostingDomain': (payload, world) => {
    const environment = environmentOf(world, requiredText(payload, 'EnvId'));
    const domain = requiredText(payload, 'Domain');
    if (domainOf(world, domain) !== undefined) throw new Refusal('ResourceInUse', `Domain ${domain} is bound already.`);
    if (environment.hostingDomains.size >= MAX_DOMAINS) throw overLimit(`At most ${MAX_DOMAINS} domains.`);
    const certId = requiredText(payload, 'CertId');
    environment.hostingDomains.set(domain, { domain, domainId: world.nextId(), certId, config: {} });
    return {};
  },
  'tcb.DeleteHostingDomain': (payload, world) => {
    const { hostingDomains } = environmentOf(world, requiredText(payload, 'EnvId'));
    const domain = requiredText(payload, 'Domain');
    if (!hostingDomains.delete(domain)) throw notFound(`Domain ${domain} is not bound.`);
    return {};
  },
  'cdn.TcbCheckResource': (payload, world) => {
    const found = textsOf(payload, 'Domains').flatMap((domain) => domainOf(world, domain) ?? []);
    return {
      Domains: found.map(({ domain, domainId, config }) => ({
        Domain: domain,
        DomainId: domainId,
        DomainConfig: config,
        Status: 'online',
        DomainStatus: 'online',
        CName: `${domain}.cdn.dnsv1.com`,
      })),
      RecordCount: found.length,
    };
  },
  'cdn.TcbModifyAttribute': (payload, world) => {
    const found = domainOf(world, requiredText(payload, 'Domain'));
    if (found === undefined || found.domainId !== payload['DomainId'])
      throw notFound(`Domain ${String(payload['Domain'])} with the id ${String(payload['DomainId'])} is not bound.`);
    found.config = { ...found.config, ...(payload['DomainConfig'] as Payload | undefined) };
    return {};
  },
};

const domainOf = ({ environments }: World, domain: string): HostingDomain | undefined =>
  [...environments.values()].flatMap(({ hostingDomains }) => hostingDomains.get(domain) ?? [])[0];
