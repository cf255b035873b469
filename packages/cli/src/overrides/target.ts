import { err, ok, type Result } from '@toolmark/annotations';
import { type Override, overrideListSchema, type Tool } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { GatewayClient, Refusal } from '../gateway-client.ts';
import { findTool } from '../tool-name.ts';

/** The target of an override: one tool, or all that match a pattern. */
export interface Target {
  readonly server: string;
  /** The server's own name, or a pattern. */
  readonly name: string;
  /** The tool; `undefined` for a pattern or a tool that is gone. */
  readonly tool: Tool | undefined;
}

/**
 * Parses `server/tool`, the exposed name, or a pattern such as `notes/list_*`.
 * @param mayBeGone whether to accept a tool that does not exist any more
 *
 * @param mayBeGone whether a tool that is not there now can be meant
 */
export async function findTarget(
  name: string,
  gateway: GatewayClient,
  mayBeGone = false,
): Promise<Result<Target, Refusal>> {
  if (name.includes('*')) return toPattern(name);
  const found = await findTool(name, gateway);
  const slash = name.indexOf('/');
  if (!found.ok && found.error.status === 404 && mayBeGone && slash > 0) {
    return ok({ server: name.slice(0, slash), name: name.slice(slash + 1), tool: undefined });
  }
  if (!found.ok) return found;
  const tool = found.value.value;
  return ok({ server: tool.server, name: tool.name, tool });
}

/** The override for exactly this target; `undefined` if there is none. */
export async function findOverride(
  { server, name }: Pick<Target, 'server' | 'name'>,
  gateway: GatewayClient,
): Promise<Result<Override | undefined, Refusal>> {
  const answer = await gateway.request('GET', '/overrides', overrideListSchema);
  if (!answer.ok) return answer;
  return ok(answer.value.value.overrides.find((entry) => entry.server === server && entry.tool === name));
}

function toPattern(pattern: string): Result<Target, Refusal> {
  const slash = pattern.indexOf('/');
  if (slash < 1 || slash === pattern.length - 1) {
    const message = `'${safeText(pattern)}' is not a pattern for tools: give server/tool, such as notes/list_* or */delete_*`;
    return err({ status: undefined, message });
  }
  return ok({ server: pattern.slice(0, slash), name: pattern.slice(slash + 1), tool: undefined });
}
