import { globToRegExp, ok, type Result } from '@toolmark/annotations';
import { curationSchema, type Tool, toolListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import type { GatewayClient, Refusal } from '../gateway-client.ts';
import { type AskOptions, ask, output, type Screen } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { findTarget, type Target } from '../overrides/target.ts';
import { shellWord } from '../text/shell-word.ts';
import { toolPath } from '../tool-name.ts';

/** The API's page size limit. */
const PAGE = 1_000;

/** Further names are only counted. */
const MAX_NAMES = 20;

/** Enables or disables tools. */
export function setToolsEnabled(name: string, enabled: boolean, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const target = await findTarget(name, gateway);
    if (!target.ok) return target;
    const answer = await gateway.request('PUT', `${toolPath(target.value)}/curation`, curationSchema, {
      body: { enabled },
    });
    if (!answer.ok) return answer;
    const { json } = answer.value;
    const tools = await matching(target.value, gateway);
    if (!tools.ok) return tools;
    return output({ json, lines: (screen) => renderSwitched(target.value, enabled, tools.value, screen) });
  });
}

function renderSwitched(
  target: Target,
  enabled: boolean,
  tools: readonly Tool[],
  { paint }: Screen,
): readonly string[] {
  const done = tools.filter(({ curation }) => curation.enabled === enabled);
  const others = tools.filter(({ curation }) => curation.enabled !== enabled);
  const word = enabled ? 'enabled' : 'disabled';
  const [only] = done;
  const sentence =
    done.length === 0
      ? `No tool matches ${safeText(`${target.server}/${target.name}`)} yet. The setting applies as soon as one does.`
      : done.length === 1 && only !== undefined
        ? `${toolLabel(only)} is ${word}.`
        : `${done.length} tools are ${word}: ${namesOf(done)}.`;
  return [
    paint(done.length === 0 ? 'yellow' : 'green', `${done.length === 0 ? '!' : '✓'} ${sentence}`),
    ...(others.length === 0 ? [] : [`  Except ${namesOf(others)}: their own entries take precedence over a pattern.`]),
    ...(enabled
      ? []
      : [
          `  Enable ${done.length === 1 ? 'it' : 'them'} again: toolmark tools enable ${shellWord(safeText(`${target.server}/${target.name}`))}`,
        ]),
  ];
}

async function matching({ server, name }: Target, gateway: GatewayClient): Promise<Result<readonly Tool[], Refusal>> {
  const all: Tool[] = [];
  for (;;) {
    const answer = await gateway.request('GET', `/tools?limit=${PAGE}&offset=${all.length}`, toolListSchema);
    if (!answer.ok) return answer;
    const { tools, total } = answer.value.value;
    all.push(...tools);
    // An empty page ends the loop too: the catalog may have shrunk since the first page.
    if (all.length >= total || tools.length === 0) break;
  }
  const isServer = globToRegExp(server);
  const isTool = globToRegExp(name);
  return ok(all.filter((tool) => isServer.test(tool.server) && isTool.test(tool.name)));
}

const toolLabel = ({ server, name }: Tool): string => safeText(`${server}/${name}`);

function namesOf(tools: readonly Tool[]): string {
  const names = tools.slice(0, MAX_NAMES).map(toolLabel).join(', ');
  return tools.length > MAX_NAMES ? `${names} and ${tools.length - MAX_NAMES} more` : names;
}
