import type { Service } from './cloud-api.ts';
import type { Bucket } from './object-store.ts';

/** The addresses of Tencent's services, or those of the emulator. */
export interface Endpoints {
  readonly cloudApi: (service: Service) => URL;
  /** The address of the bucket's root, with a trailing slash. */
  readonly objects: (bucket: Bucket) => URL;
  /** The address of the HTTP access to an environment's functions. `domain` is the domain of its gateway. */
  readonly httpAccess: (envId: string, domain: string) => URL;
  /** The older storage API; `/admin` at this address. */
  readonly admin: (envId: string, region: string) => URL;
  /** The device flow: `device/code` and `token` below it. */
  readonly oauth: URL;
  /** Refreshes and ends a stored login. */
  readonly refresh: URL;
  /** Tencent's own environment with the knowledge base. */
  readonly knowledge: URL;
  /** The folder with the zip files of the templates. */
  readonly templates: URL;
}

export const TENCENT: Endpoints = {
  cloudApi: (service) => new URL(`https://${service}.tencentcloudapi.com/`),
  objects: ({ name, region }) => new URL(`https://${name}.cos.${region}.tencentcos.cn/`),
  httpAccess: (_, domain) => new URL(`https://${domain}/`),
  admin: (envId, region) => new URL(`https://${envId}.${region}.tcb-api.tencentcloudapi.com/admin`),
  oauth: new URL('https://tcb-api.cloud.tencent.com/qcloud-tcb/v1/oauth/'),
  refresh: new URL('https://iaas.cloud.tencent.com/tcb_refresh'),
  knowledge: new URL('https://tcb-advanced-a656fc.api.tcloudbasegateway.com/'),
  templates: new URL('https://static.cloudbase.net/cloudbase-examples/'),
};
