import { lint, type ToolDefinition } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';
import { resolveAliases } from './curation.ts';
import { type HintSettings, isSameSettings, PLAIN_SETTINGS, type ToolHintSettings } from './hints/hint-settings.ts';
import { lazy } from './lazy.ts';
import { type Offerable, toOfferable } from './offerable.ts';
import { type OfferedTool, toOffered } from './offered-tool.ts';
import { strictestOf } from './strictest.ts';
import { type StudiedTool, studyTool } from './study-tool.ts';

/** The tools of one server, as far as they can be processed without other servers. */
export interface ServerTools {
  readonly tools: readonly ServerTool[];
  readonly problems: readonly string[];
  /** The same with other settings. A tool with unchanged settings stays the same object. */
  readonly withSettings: (settings: HintSettings) => ServerTools;
}

interface ServerTool extends Offerable<OfferedTool> {
  readonly settings: ToolHintSettings;
}

/** Reads the tools of a server. `known` caches the studies of definitions from earlier lists. */
export function readTools(
  server: string,
  list: readonly unknown[],
  known: WeakMap<object, StudiedTool>,
  settings: HintSettings,
): ServerTools {
  const { tools, definitions, problems } = studyList(list, known);
  // Computed lazily: linting is the slowest part, depends on the whole list, and is only needed for people.
  const findings = lazy(() => {
    const all = lint(definitions, { profile: 'spec' });
    return Map.groupBy(all, ({ tool }) => tool);
  });
  const offer = (tool: StudiedTool, toolSettings: ToolHintSettings, ownName: string): ServerTool => {
    const { name } = tool.definition;
    const findingsOf = () => findings().get(name) ?? [];
    return {
      ...toOfferable(
        name,
        (exposed) => toOffered({ server, studied: tool, settings: toolSettings, exposed, findingsOf }),
        ownName,
      ),
      settings: toolSettings,
    };
  };
  const offerWith = (current: HintSettings, before: readonly ServerTool[]): ServerTools => {
    const settingsByTool = tools.map(({ definition: { name } }) => current.of(server, name));
    const names = resolveAliases(
      tools.map(({ definition }, index) => ({
        original: definition.name,
        alias: settingsByTool[index]?.curation.name ?? null,
      })),
    );
    const offered = tools.map((tool, index) => {
      const toolSettings = settingsByTool[index] ?? PLAIN_SETTINGS;
      const ownName = names[index] ?? tool.definition.name;
      const same = before[index];
      const isSame = same !== undefined && same.ownName === ownName && isSameSettings(same.settings, toolSettings);
      return isSame ? same : offer(tool, toolSettings, ownName);
    });
    const itself: ServerTools = {
      tools: offered,
      problems,
      withSettings: (changed) => (changed === current ? itself : offerWith(changed, offered)),
    };
    return itself;
  };
  return offerWith(settings, []);
}

/** Studies a definition once; returns a sentence if it is invalid. */
export function studyOnce(entry: unknown, index: number, known: WeakMap<object, StudiedTool>): StudiedTool | string {
  const before = typeof entry === 'object' && entry !== null ? known.get(entry) : undefined;
  if (before !== undefined) return before;
  const tool = studyTool(entry, index);
  if (typeof tool !== 'string') known.set(tool.definition, tool);
  return tool;
}

interface StudiedList {
  readonly tools: readonly StudiedTool[];
  /** All definitions, including duplicates. */
  readonly definitions: readonly ToolDefinition[];
  readonly problems: readonly string[];
}

function studyList(list: readonly unknown[], known: WeakMap<object, StudiedTool>): StudiedList {
  const problems: string[] = [];
  const definitions: ToolDefinition[] = [];
  const studied = new Map<string, StudiedTool>();
  for (const [index, entry] of list.entries()) {
    const tool = studyOnce(entry, index, known);
    if (typeof tool === 'string') {
      problems.push(tool);
      continue;
    }
    const { name } = tool.definition;
    definitions.push(tool.definition);
    const before = studied.get(name);
    if (before !== undefined)
      problems.push(`Tool '${toPrintable(name)}' is listed more than once; the stricter definition is used`);
    studied.set(name, before === undefined ? tool : strictestTool(before, tool, index, known));
  }
  const tools = [...studied.values()];
  // Only now the effective one of several definitions is known, with its problems.
  return { tools, definitions, problems: [...problems, ...tools.flatMap((tool) => tool.problems)] };
}

function strictestTool(
  one: StudiedTool,
  other: StudiedTool,
  index: number,
  known: WeakMap<object, StudiedTool>,
): StudiedTool {
  const definition = strictestOf(one, other);
  if (definition === one.definition) return one;
  if (definition === other.definition) return other;
  const strictest = studyOnce(definition, index, known);
  // The name stays valid when hints are dropped.
  return typeof strictest === 'string' ? one : strictest;
}
