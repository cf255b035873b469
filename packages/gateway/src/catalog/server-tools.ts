import { lint, type ToolDefinition } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';
import { settleNames } from './curation.ts';
import { type HintSettings, isSameSettings, PLAIN_SETTINGS, type ToolHintSettings } from './hints/hint-settings.ts';
import { lazy } from './lazy.ts';
import { type Offerable, toOfferable } from './offerable.ts';
import { type OfferedTool, toOffered } from './offered-tool.ts';
import { strictestOf } from './strictest.ts';
import { type StudiedTool, studyTool } from './study-tool.ts';

/** The tools of one server, worked out as far as that goes without knowing the others. */
export interface ServerTools {
  readonly tools: readonly ServerTool[];
  readonly problems: readonly string[];
  /** The same under other settings. A tool for which they say what they said before stays the same object. */
  readonly under: (settings: HintSettings) => ServerTools;
}

interface ServerTool extends Offerable<OfferedTool> {
  readonly settings: ToolHintSettings;
}

/** Reads the tools of a server. `known` keeps what was found out about definitions that were in an earlier list. */
export function readTools(
  server: string,
  list: readonly unknown[],
  known: WeakMap<object, StudiedTool>,
  settings: HintSettings,
): ServerTools {
  const { tools, definitions, problems } = studyList(list, known);
  // Takes longer than all the rest, depends on the whole list, and only people ask for it.
  const findings = lazy(() => {
    const all = lint(definitions, { profile: 'spec' });
    return Map.groupBy(all, ({ tool }) => tool);
  });
  const offer = (tool: StudiedTool, under: ToolHintSettings, called: string): ServerTool => {
    const { name } = tool.definition;
    const findingsOf = () => findings().get(name) ?? [];
    return {
      ...toOfferable(
        name,
        (exposed) => toOffered({ server, studied: tool, settings: under, exposed, findingsOf }),
        called,
      ),
      settings: under,
    };
  };
  const offerUnder = (current: HintSettings, before: readonly ServerTool[]): ServerTools => {
    const settled = tools.map(({ definition: { name } }) => current.of(server, name));
    const names = settleNames(
      tools.map(({ definition }, index) => ({
        original: definition.name,
        alias: settled[index]?.curation.name ?? null,
      })),
    );
    const offered = tools.map((tool, index) => {
      const under = settled[index] ?? PLAIN_SETTINGS;
      const called = names[index] ?? tool.definition.name;
      const same = before[index];
      const isSame = same !== undefined && same.called === called && isSameSettings(same.settings, under);
      return isSame ? same : offer(tool, under, called);
    });
    const itself: ServerTools = {
      tools: offered,
      problems,
      under: (changed) => (changed === current ? itself : offerUnder(changed, offered)),
    };
    return itself;
  };
  return offerUnder(settings, []);
}

/** What is to be said about a definition; a sentence, if it is none. */
export function studyOnce(entry: unknown, index: number, known: WeakMap<object, StudiedTool>): StudiedTool | string {
  const before = typeof entry === 'object' && entry !== null ? known.get(entry) : undefined;
  if (before !== undefined) return before;
  const tool = studyTool(entry, index);
  if (typeof tool !== 'string') known.set(tool.definition, tool);
  return tool;
}

interface StudiedList {
  readonly tools: readonly StudiedTool[];
  /** All of them, also where several have one name. */
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
      problems.push(`Tool '${toPrintable(name)}' is there more than once; the stricter of both counts`);
    studied.set(name, before === undefined ? tool : strictestTool(before, tool, index, known));
  }
  const tools = [...studied.values()];
  // Only now is it known which of several definitions counts, and what is wrong with that one.
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
  // A definition that has a name still has it when some of its hints are given up.
  return typeof strictest === 'string' ? one : strictest;
}
