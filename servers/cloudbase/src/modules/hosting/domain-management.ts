import * as z from 'zod';
import { invalidArgument } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { ADD } from '../../tools/hints.ts';

const onOff = (t: Translate) => z.enum(['on', 'off']).describe(t('Switch', '开关'));

export const domainManagement = defineTool({
  name: 'domainManagement',
  title: { en: 'Manage static hosting domains', zh: '静态托管域名管理' },
  description: {
    en: 'Binds, unbinds, checks or configures custom domains of static hosting. delete and modify need a yes from the user.',
    zh: '绑定、解绑、查询或配置静态网站托管的自定义域名。delete 和 modify 需要用户确认。',
  },
  hints: ADD,
  input: (t) =>
    z.object({
      action: z.enum(['create', 'delete', 'check', 'modify']).describe(t('What to do', '操作类型')),
      domain: z.string().optional().describe(t('For create, delete, modify', '域名，用于 create、delete、modify')),
      certId: z.string().optional().describe(t('SSL certificate, for create', 'SSL 证书 ID，用于 create')),
      domains: z.array(z.string()).max(100).optional().describe(t('For check', '域名列表，用于 check')),
      domainId: z.number().optional().describe(t('For modify', '域名 ID，用于 modify')),
      domainConfig: z
        .object({
          Refer: z
            .object({
              Switch: onOff(t),
              RefererRules: z
                .array(
                  z.object({
                    RefererType: z.string().describe(t('Type', '类型')),
                    Referers: z.array(z.string()).describe(t('Values', '值')),
                    AllowEmpty: z.boolean().describe(t('Allow none', '允许为空')),
                  }),
                )
                .optional()
                .describe(t('Rules', '规则')),
            })
            .optional()
            .describe(t('Hotlink protection', '防盗链')),
          Cache: z
            .array(
              z.object({
                RuleType: z.string().describe(t('Type', '类型')),
                RuleValue: z.string().describe(t('Value', '值')),
                CacheTtl: z.number().describe(t('Seconds', '缓存秒数')),
              }),
            )
            .optional()
            .describe(t('Caching', '缓存')),
          IpFilter: z
            .object({
              Switch: onOff(t),
              FilterType: z.string().optional().describe(t('Type', '类型')),
              Filters: z.array(z.string()).optional().describe(t('Addresses', 'IP 列表')),
            })
            .optional()
            .describe(t('IP lists', 'IP 黑白名单')),
          IpFreqLimit: z
            .object({ Switch: onOff(t), Qps: z.number().optional().describe(t('Per second', '每秒次数')) })
            .optional()
            .describe(t('Rate limit', '访问限频')),
        })
        .optional()
        .describe(t('CDN settings, for modify', 'CDN 配置，用于 modify')),
    }),
  output: z.object({
    action: z.string(),
    domains: z.array(z.record(z.string(), z.unknown())).optional(),
    requestId: z.string(),
  }),
  loss: async (args, { t }) => {
    const { action, domain } = checkArguments(args, t);
    if (action === 'delete') {
      return {
        what: {
          en: `The site would no longer be reachable at ${domain}.`,
          zh: `站点将无法再通过 ${domain} 访问。`,
        },
        instead: {
          en: 'Bind another domain with create; several can exist at once.',
          zh: '可以用 create 绑定其他域名，多个域名可以并存。',
        },
      };
    }
    if (action !== 'modify') return undefined;
    const parts = Object.keys(args.domainConfig ?? {}).join(', ') || '-';
    return {
      what: {
        en: `The CDN settings of ${domain} would be overwritten: ${parts}.`,
        zh: `${domain} 的 CDN 配置将被覆盖：${parts}。`,
      },
      instead: {
        en: 'Read the current settings with check, and bind a new domain with create.',
        zh: '可以用 check 查看当前配置，或用 create 绑定新的域名。',
      },
    };
  },
  run: async (args, { cloud, signal, t }) => {
    const { action, domain, certId, domains, domainId, domainConfig } = checkArguments(args, t);
    const request = async (service: 'tcb' | 'cdn', name: string, payload: Readonly<Record<string, unknown>>) => {
      const reply = await cloud.api.request({ service, action: name, payload, signal });
      return { action, requestId: reply.RequestId, reply };
    };
    switch (action) {
      case 'create': {
        const EnvId = await cloud.envId(signal);
        const { reply: _, ...result } = await request('tcb', 'CreateHostingDomain', {
          EnvId,
          Domain: domain,
          CertId: certId,
        });
        return result;
      }
      case 'delete': {
        const EnvId = await cloud.envId(signal);
        const { reply: _, ...result } = await request('tcb', 'DeleteHostingDomain', { EnvId, Domain: domain });
        return result;
      }
      case 'check': {
        const { reply, ...result } = await request('cdn', 'TcbCheckResource', { Domains: domains });
        const found = z.array(z.record(z.string(), z.unknown())).safeParse(reply['Domains']);
        return { ...result, domains: found.success ? found.data : [] };
      }
      case 'modify': {
        const payload = { Domain: domain, DomainId: domainId, DomainConfig: domainConfig };
        const { reply: _, ...result } = await request('cdn', 'TcbModifyAttribute', payload);
        return result;
      }
    }
  },
});

interface DomainArguments {
  readonly action: 'create' | 'delete' | 'check' | 'modify';
  readonly domain?: string | undefined;
  readonly certId?: string | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly domainId?: number | undefined;
  readonly domainConfig?: object | undefined;
}

const NEEDED = {
  create: ['domain', 'certId'],
  delete: ['domain'],
  check: ['domains'],
  modify: ['domain', 'domainId', 'domainConfig'],
} as const satisfies Record<DomainArguments['action'], readonly (keyof DomainArguments)[]>;

function checkArguments<Args extends DomainArguments>(args: Args, t: Translate): Args {
  const isGiven = (name: keyof DomainArguments): boolean => {
    const value = args[name];
    return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  };
  const missing = NEEDED[args.action].filter((name) => !isGiven(name));
  if (missing.length === 0) return args;
  const names = missing.join(', ');
  throw invalidArgument(t(`${args.action} needs ${names}.`, `${args.action} 操作需要提供 ${names}。`));
}
