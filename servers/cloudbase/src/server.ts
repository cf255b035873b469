import { McpServer } from '@modelcontextprotocol/server';
import { createKit, type Middleware } from '@toolmark/kit';
import type { CreatedConsent } from './consent/create-consent.ts';
import { MODULES } from './modules/modules.ts';
import type { Services } from './tools/toolbox.ts';
import { VERSION } from './version.ts';

export interface CloudBaseServerOptions {
  readonly services: Services;
  readonly consent: CreatedConsent;
  /** Around every call of a tool. */
  readonly use?: readonly Middleware[];
}

const INSTRUCTIONS = {
  en:
    'Tools for one environment of Tencent CloudBase. Start with login, or getEnvInfo where keys are configured. What would overwrite or ' +
    'delete something needs a yes from the user, whom the tool asks itself.',
  zh: '用于管理一个腾讯云开发（CloudBase）环境的工具。请先调用 login；已配置密钥时可直接调用 getEnvInfo。会覆盖或删除内容的操作需要用户确认，由工具自行询问。',
} as const;

/**
 * The MCP server for CloudBase, for one connection or one request.
 *
 * @example
 * serveStdio(() => createCloudBaseServer({ services, consent }));
 */
export function createCloudBaseServer({ services, consent, use = [] }: CloudBaseServerOptions): McpServer {
  const { language } = services;
  const server = new McpServer(
    {
      name: 'toolmark-cloudbase',
      title: language === 'zh' ? '云开发 CloudBase' : 'Tencent CloudBase',
      version: VERSION,
    },
    {
      instructions: INSTRUCTIONS[language],
      capabilities: { tools: { listChanged: false } },
      requestState: { verify: consent.verify },
    },
  );
  const kit = createKit(server, { use });
  for (const { tools } of MODULES) for (const tool of tools) tool.register({ ...services, kit, consent });
  return server;
}
