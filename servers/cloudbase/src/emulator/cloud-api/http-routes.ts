import { randomUUID } from 'node:crypto';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { environmentOf, type GatewayRoute, stamp } from '../world.ts';
import { type Actions, objectsOf, optionalText, type Payload, requiredText, textsOf } from './action.ts';
import { gatewayDomainOf } from './gateway.ts';

const FUNCTION = 1;

/** The newer API of the gateway: the same routes, listed by domain. */
export const HTTP_ROUTE_ACTIONS: Actions = {
  'tcb.DescribeHTTPServiceRoute': (payload, world) => {
    const { envId, gateway, createTime } = environmentOf(world, requiredText(payload, 'EnvId'));
    const wanted = (name: string): readonly string[] | undefined => {
      const filter = objectsOf(payload, 'Filters').find((each) => each['Name'] === name);
      return filter === undefined ? undefined : textsOf(filter, 'Values');
    };
    const domain = gatewayDomainOf(envId);
    const paths = wanted('Path');
    const isWanted = wanted('Domain')?.includes(domain) ?? true;
    const routes = gateway.filter(({ path }) => isWanted && (paths?.includes(path) ?? true));
    return {
      OriginDomain: domain,
      TotalCount: isWanted ? 1 : 0,
      Domains: isWanted
        ? [
            {
              Domain: domain,
              DomainType: 'HTTPSERVICE',
              AccessType: 'DIRECT',
              CertId: '',
              Protocol: 'HTTP_AND_HTTPS',
              Cname: domain,
              IsDefault: true,
              Enable: true,
              Status: 'SUCCESS',
              DNSStatus: 'OK',
              Routes: routes.map(toWire),
              CreateTime: createTime,
              UpdateTime: createTime,
            },
          ]
        : [],
    };
  },
  // Newer clients validate before they create a route. In the emulator, only the check of the path can fail.
  'tcb.VerifyHTTPServiceRoute': (payload, world) => {
    const { envId, gateway } = environmentOf(world, requiredText(payload, 'EnvId'));
    const given = (payload['Domain'] ?? {}) as Payload;
    checkDomain(given['Domain'], envId);
    const paths = objectsOf(given, 'Routes').map((route) => requiredText(route, 'Path'));
    const isFree = !gateway.some(({ path }) => paths.includes(path));
    const passed = { Status: 'PASS' };
    return { Passed: isFree, Ownership: passed, Cert: passed, RouteConflict: { Status: isFree ? 'PASS' : 'FAIL' } };
  },
  'tcb.CreateHTTPServiceRoute': (payload, world) => {
    const { envId, gateway } = environmentOf(world, requiredText(payload, 'EnvId'));
    const given = (payload['Domain'] ?? {}) as Payload;
    checkDomain(given['Domain'], envId);
    const added = objectsOf(given, 'Routes').map((route): GatewayRoute => {
      const type = optionalText(route, 'UpstreamResourceType') ?? 'SCF';
      if (type !== 'SCF') throw new Refusal('UnsupportedOperation', `The emulator has no routes to ${type}.`);
      const path = requiredText(route, 'Path');
      if (gateway.some((each) => each.path === path))
        throw new Refusal('ResourceInUse', `Path ${path} exists already.`);
      return {
        apiId: randomUUID(),
        path,
        name: requiredText(route, 'UpstreamResourceName'),
        type: FUNCTION,
        auth: route['EnableAuth'] === true ? 1 : 2,
        domain: gatewayDomainOf(envId),
        time: stamp(world),
      };
    });
    gateway.push(...added);
    return {};
  },
  'tcb.DeleteHTTPServiceRoute': (payload, world) => {
    const { envId, gateway } = environmentOf(world, requiredText(payload, 'EnvId'));
    checkDomain(payload['Domain'], envId);
    const paths = textsOf(payload, 'Paths');
    const missing = paths.find((path) => gateway.every((each) => each.path !== path));
    if (missing !== undefined) throw notFound(`Path ${missing} not found.`);
    const kept = gateway.filter(({ path }) => !paths.includes(path));
    gateway.splice(0, gateway.length, ...kept);
    return {};
  },
};

/** `*` stands for the domain of the environment. */
function checkDomain(domain: unknown, envId: string): void {
  if (domain !== '*' && domain !== gatewayDomainOf(envId)) throw invalid(`Domain ${String(domain)} is not bound.`);
}

const toWire = ({ path, name, auth, time }: GatewayRoute): Payload => ({
  Path: path,
  UpstreamResourceType: 'SCF',
  UpstreamResourceName: name,
  EnableSafeDomain: true,
  EnableAuth: auth === 1,
  EnablePathTransmission: false,
  Enable: true,
  CreateTime: time,
  UpdateTime: time,
});
