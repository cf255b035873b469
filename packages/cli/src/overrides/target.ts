import { err, globToRegExp, ok, type Result } from '@toolmark/annotations';
import { type Override, overrideListSchema, type Tool, toolListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { GatewayClient, Refusal } from '../gateway-client.ts';
import { findTool } from '../tool-name.ts';

/** What an override is for: one tool, or all that match a pattern. */
export interface Target {
  readonly server: string;
  /** As its server calls it, or a pattern. */
  readonly name: string;
  readonly isPattern: boolean;
  /** Those that are there now. */
  readonly tools: readonly Tool[];
}

/** The most that a gateway hands out at once. */
const PAGE = 1_000;

/**
 * `server/tool`, the exposed name, or a pattern such as `notes/list_*`.
 *
 * @param mayBeGone whether a tool that is not there now can be meant
 */
export async function findTarget(
  name: string,
  gateway: GatewayClient,
  mayBeGone = false,
): Promise<Result<Target, Refusal>> {
  if (name.includes('*')) return await findPattern(name, gateway);
  const found = await findTool(name, gateway);
  const slash = name.indexOf('/');
  if (!found.ok && found.error.status === 404 && mayBeGone && slash > 0) {
    return ok({ server: name.slice(0, slash), name: name.slice(slash + 1), isPattern: false, tools: [] });
  }
  if (!found.ok) return found;
  const tool = found.value.value;
  return ok({ server: tool.server, name: tool.name, isPattern: false, tools: [tool] });
}

/** What somebody set for exactly this before; `undefined` where nobody did. */
export async function findOverride(
  { server, name }: Pick<Target, 'server' | 'name'>,
  gateway: GatewayClient,
): Promise<Result<Override | undefined, Refusal>> {
  const answer = await gateway.request('GET', '/overrides', overrideListSchema);
  if (!answer.ok) return answer;
  return ok(answer.value.value.overrides.find((entry) => entry.server === server && entry.tool === name));
}

async function findPattern(pattern: string, gateway: GatewayClient): Promise<Result<Target, Refusal>> {
  const slash = pattern.indexOf('/');
  if (slash < 1 || slash === pattern.length - 1) {
    const message = `'${safeText(pattern)}' is no pattern for tools: give server/tool, as in notes/list_* or */delete_*`;
    return err({ status: undefined, message });
  }
  const [server, name] = [pattern.slice(0, slash), pattern.slice(slash + 1)];
  const [servers, names] = [globToRegExp(server), globToRegExp(name)];
  const tools: Tool[] = [];
  for (let offset = 0; ; ) {
    const answer = await gateway.request('GET', `/tools?limit=${PAGE}&offset=${offset}`, toolListSchema);
    if (!answer.ok) return answer;
    const page = answer.value.value;
    tools.push(...page.tools.filter((tool) => servers.test(tool.server) && names.test(tool.name)));
    offset += page.tools.length;
    if (page.tools.length === 0 || offset >= page.total) return ok({ server, name, isPattern: true, tools });
  }
}
