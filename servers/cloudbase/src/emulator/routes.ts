import type { CosTarget } from './cos/cos.ts';
import { decoded } from './exchange.ts';

/** The part of the emulator that handles a request. */
export type Route =
  | { readonly kind: 'cloud-api'; readonly service: string }
  | ({ readonly kind: 'cos' } & CosTarget)
  | { readonly kind: 'admin' }
  /** `rest` begins with a slash. */
  | { readonly kind: 'login' | 'knowledge' | 'templates'; readonly rest: string }
  | { readonly kind: 'site' | 'function'; readonly envId: string; readonly rest: string }
  | { readonly kind: 'unknown' };

/** Routes by host name for Tencent's own clients, which use a proxy; else by the path. */
export function routeFor(host: string, path: string): Route {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return byHost(name, path) ?? byPath(path);
}

function byHost(name: string, path: string): Route | undefined {
  const cos = /^(.+)\.cos\.[a-z0-9-]+\.(?:tencentcos\.cn|myqcloud\.com)$/.exec(name);
  if (cos) return { kind: 'cos', bucket: cos[1] ?? '', key: decoded(path.slice(1)) };
  if (/(^|\.)tcb-api\.tencentcloudapi\.com$/.test(name))
    return path === '/admin' ? { kind: 'admin' } : { kind: 'unknown' };
  const api = /^([a-z]+)(?:\.[a-z0-9-]+)?\.(?:intl\.)?tencentcloudapi\.com$/.exec(name);
  if (api) return { kind: 'cloud-api', service: api[1] ?? '' };
  if (name === 'tcb-api.cloud.tencent.com')
    return { kind: 'login', rest: path.replace(/^\/qcloud-tcb\/v1\/oauth/, '') };
  if (name === 'iaas.cloud.tencent.com') return { kind: 'login', rest: path.replace(/^\/tcb_/, '/') };
  if (name.endsWith('.api.tcloudbasegateway.com')) return { kind: 'knowledge', rest: path };
  if (name === 'static.cloudbase.net') return { kind: 'templates', rest: path.replace(/^\/cloudbase-examples/, '') };
  const site = /^(.+?)(?:-\d+)?\.tcloudbaseapp\.com$/.exec(name);
  if (site) return { kind: 'site', envId: site[1] ?? '', rest: path };
  const fn = /^(.+)\.service\.tcloudbase\.com$/.exec(name);
  if (fn) return { kind: 'function', envId: fn[1] ?? '', rest: path };
  return undefined;
}

function byPath(path: string): Route {
  const [, first = '', second = ''] = path.split('/');
  const rest = (segments: number): string => `/${path.split('/').slice(segments).join('/')}`;
  switch (first) {
    case 'api':
      return { kind: 'cloud-api', service: second };
    case 'cos':
      return { kind: 'cos', bucket: decoded(second), key: decoded(rest(3).slice(1)) };
    case 'admin':
      return { kind: 'admin' };
    case 'oauth':
      return { kind: 'login', rest: rest(2) };
    case 'refresh':
      return { kind: 'login', rest: '/refresh' };
    case 'knowledge':
    case 'templates':
      return { kind: first, rest: rest(2) };
    case 'site':
      return { kind: 'site', envId: decoded(second), rest: rest(3) };
    case 'fn':
      return { kind: 'function', envId: decoded(second), rest: rest(3) };
    default:
      return { kind: 'unknown' };
  }
}
