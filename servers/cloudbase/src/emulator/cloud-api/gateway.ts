import { randomUUID } from 'node:crypto';
import { invalid, notFound, overLimit, Refusal } from '../refusal.ts';
import { environmentOf, type GatewayRoute, stamp, type World } from '../world.ts';
import { type Actions, optionalNumber, optionalText, type Payload, pageOf, requiredText } from './action.ts';

const MAX_ROUTES = 200;

export const GATEWAY_ACTIONS: Actions = {
  'tcb.CreateCloudBaseGWAPI': (payload, world) => {
    const { envId, gateway } = environmentOf(world, requiredText(payload, 'ServiceId'));
    const path = requiredText(payload, 'Path');
    if (!path.startsWith('/')) throw invalid('Path must begin with /.');
    if (gateway.some((each) => each.path === path))
      throw new Refusal('InvalidParameter.APICreated', `Path ${path} exists already.`);
    if (gateway.length >= MAX_ROUTES) throw overLimit(`At most ${MAX_ROUTES} paths.`);
    const route: GatewayRoute = {
      apiId: randomUUID(),
      path,
      name: requiredText(payload, 'Name'),
      type: optionalNumber(payload, 'Type', 1),
      auth: optionalNumber(payload, 'AuthSwitch', 2),
      domain: gatewayDomainOf(envId),
      time: stamp(world),
    };
    gateway.push(route);
    return { APIId: route.apiId };
  },
  'tcb.DescribeCloudBaseGWAPI': (payload, world) => {
    const { envId, gateway } = environmentOf(world, requiredText(payload, 'ServiceId'));
    const [path, name, apiId] = ['Path', 'Name', 'APIId'].map((key) => optionalText(payload, key));
    const found = gateway.filter(
      (each) => (!path || each.path === path) && (!name || each.name === name) && (!apiId || each.apiId === apiId),
    );
    const [Offset, Limit] = [optionalNumber(payload, 'Offset', 0), optionalNumber(payload, 'Limit', 20)];
    return {
      APISet: pageOf(found, Offset, Limit).map((route) => toWire(route, envId)),
      EnableService: true,
      Total: found.length,
      Offset,
      Limit,
    };
  },
  'tcb.DeleteCloudBaseGWAPI': (payload, world) => {
    const { gateway } = environmentOf(world, requiredText(payload, 'ServiceId'));
    const [path, apiId] = ['Path', 'APIId'].map((key) => optionalText(payload, key));
    const index = gateway.findIndex((each) => (apiId ? each.apiId === apiId : each.path === path));
    if (index < 0) throw notFound(`Path ${path ?? apiId ?? ''} not found.`);
    gateway.splice(index, 1);
    return {};
  },
  'tcb.DescribeCloudBaseGWService': (payload, world) => {
    const { envId, createTime } = environmentOf(world, requiredText(payload, 'ServiceId'));
    return {
      ServiceSet: [
        {
          Domain: gatewayDomainOf(envId),
          DefaultDomain: gatewayDomainOf(envId),
          OpenTime: createTime,
          Status: 'online',
        },
      ],
      DefaultDomain: gatewayDomainOf(envId),
      EnableService: true,
    };
  },
};

export const gatewayDomainOf = (envId: string): string => `${envId}.service.tcloudbase.com`;

/** The route with the longest path that a request begins with. */
export function routeOf({ environments }: World, envId: string, path: string): GatewayRoute | undefined {
  const fits = ({ path: own }: GatewayRoute): boolean =>
    own === '/' || path === own || path.startsWith(own.endsWith('/') ? own : `${own}/`);
  return environments
    .get(envId)
    ?.gateway.filter(fits)
    .sort((a, b) => b.path.length - a.path.length)[0];
}

const toWire = ({ apiId, path, name, type, auth, domain, time }: GatewayRoute, envId: string): Payload => ({
  ServiceId: envId,
  EnvId: envId,
  APIId: apiId,
  Path: path,
  Type: type,
  Name: name,
  AuthSwitch: auth,
  Domain: domain,
  CreateTime: time,
  EnableUnion: true,
});
