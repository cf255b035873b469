import { randomUUID } from 'node:crypto';
import { invalid, overLimit } from '../refusal.ts';
import { environmentOf, stamp } from '../world.ts';
import { type Actions, requiredText, textsOf } from './action.ts';

const MAX_DOMAINS = 100;
const DOMAIN = /^[a-z0-9*.-]+(:\d{1,5})?$/i;

export const AUTH_DOMAIN_ACTIONS: Actions = {
  'tcb.DescribeAuthDomains': (payload, world) => ({
    Domains: environmentOf(world, requiredText(payload, 'EnvId')).authDomains.map(({ id, domain, type, time }) => ({
      Id: id,
      Domain: domain,
      Type: type,
      Status: 'ENABLE',
      CreateTime: time,
      UpdateTime: time,
    })),
  }),
  'tcb.CreateAuthDomain': (payload, world) => {
    const { authDomains } = environmentOf(world, requiredText(payload, 'EnvId'));
    const added = [...new Set(textsOf(payload, 'Domains'))];
    const wrong = added.find((domain) => !DOMAIN.test(domain));
    if (wrong !== undefined) throw invalid(`${wrong} is not a domain.`);
    const known = added.find((domain) => authDomains.some((each) => each.domain === domain));
    if (known !== undefined) throw invalid(`Domain ${known} exists already.`);
    if (authDomains.length + added.length > MAX_DOMAINS) throw overLimit(`At most ${MAX_DOMAINS} domains.`);
    for (const domain of added) authDomains.push({ id: randomUUID(), domain, type: 'USER', time: stamp(world) });
    return {};
  },
  'tcb.DeleteAuthDomain': (payload, world) => {
    const { authDomains } = environmentOf(world, requiredText(payload, 'EnvId'));
    const ids = new Set(textsOf(payload, 'DomainIds'));
    const kept = authDomains.filter(({ id, type }) => !ids.has(id) || type === 'SYSTEM');
    const Deleted = authDomains.length - kept.length;
    authDomains.splice(0, authDomains.length, ...kept);
    return { Deleted };
  },
};
