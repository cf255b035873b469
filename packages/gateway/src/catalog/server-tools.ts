import { type Finding, lint } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';
import type { CatalogTool } from './catalog.ts';
import { lazy } from './lazy.ts';
import { type Offerable, toOfferable } from './offerable.ts';
import type { PreparedEntry } from './pages.ts';
import { annotationsMeta, toOfferedTool } from './provenance.ts';
import { type StudiedTool, studyTool } from './study-tool.ts';

/** The tools of one server, worked out as far as that goes without knowing the others. */
export interface ServerTools {
  readonly tools: readonly Offerable<OfferedTool>[];
  readonly problems: readonly string[];
}

interface OfferedTool {
  readonly tool: CatalogTool;
  readonly entry: PreparedEntry;
}

/** Reads the tools of a server. `known` keeps what was found out about definitions that were in an earlier list. */
export function readTools(server: string, list: readonly unknown[], known: WeakMap<object, StudiedTool>): ServerTools {
  const problems: string[] = [];
  const studied = new Map<string, StudiedTool>();
  for (const [index, entry] of list.entries()) {
    const tool = studyOnce(entry, index, known);
    if (typeof tool === 'string') {
      problems.push(tool);
      continue;
    }
    const { name } = tool.definition;
    if (studied.has(name)) {
      problems.push(`Tool '${toPrintable(name)}' is there more than once; the first counts`);
      continue;
    }
    studied.set(name, tool);
    problems.push(...tool.problems);
  }
  const tools = [...studied.values()];
  // Takes longer than all the rest, depends on the whole list, and only people ask for it.
  const findings = lazy(() => {
    const all = lint(
      tools.map(({ definition }) => definition),
      { profile: 'spec' },
    );
    return Map.groupBy(all, ({ tool }) => tool);
  });
  const offer = (tool: StudiedTool): Offerable<OfferedTool> => {
    const { name } = tool.definition;
    return toOfferable(name, (exposed) => toOffered(server, tool, exposed, () => findings().get(name) ?? []));
  };
  return { tools: tools.map(offer), problems };
}

/** What is to be said about a definition; a sentence, if it is none. */
export function studyOnce(entry: unknown, index: number, known: WeakMap<object, StudiedTool>): StudiedTool | string {
  const before = typeof entry === 'object' && entry !== null ? known.get(entry) : undefined;
  if (before !== undefined) return before;
  const tool = studyTool(entry, index);
  if (typeof tool !== 'string') known.set(tool.definition, tool);
  return tool;
}

function toOffered(
  server: string,
  studied: StudiedTool,
  exposed: string,
  findings: () => readonly Finding[],
): OfferedTool {
  const { definition, repaired, resolution, paramHeaders } = studied;
  const print = (tool: typeof repaired.modern) =>
    lazy(() => Buffer.from(JSON.stringify(toOfferedTool(tool, exposed, annotationsMeta(server, resolution)))));
  const modern = print(repaired.modern);
  return {
    tool: {
      server,
      definition,
      exposed,
      resolution,
      get findings() {
        return findings();
      },
      repairs: repaired.repairs,
      fingerprint: studied.fingerprint,
      paramHeaders,
    },
    entry: { exposed, modern, legacy: repaired.legacy === repaired.modern ? modern : print(repaired.legacy) },
  };
}
