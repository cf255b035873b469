import type { Service } from './cloud-api.ts';
import type { Bucket } from './object-store.ts';

/** Where everything is. The emulator has its own. */
export interface Endpoints {
  readonly cloudApi: (service: Service) => URL;
  /** The address of the bucket's root, with a slash at its end. */
  readonly objects: (bucket: Bucket) => URL;
  /** Where the HTTP access of an environment's functions is. `domain` is the one that its gateway names. */
  readonly httpAccess: (envId: string, domain: string) => URL;
  /** The older interface of storage; `/admin` at this address. */
  readonly admin: (envId: string, region: string) => URL;
  /** The device flow: `device/code` and `token` below it. */
  readonly oauth: URL;
  /** Where a stored login is refreshed and ended. */
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
