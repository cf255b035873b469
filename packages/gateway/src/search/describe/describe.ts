import { HINT_NAMES, type HintName, type HintSource, type ToolClass } from '@toolmark/annotations';
import type { CallVariant, SearchBarrier } from '@toolmark/api-contract';
import { clip, suggest } from '@toolmark/base';
import { originalTexts } from '../../catalog/curation.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { callBarrier } from '../find/barrier.ts';
import { VARIANTS } from '../find/variants.ts';
import type { View } from '../find/view.ts';

/** All details of one tool that a model needs for a call, or the error that it does not exist. */
export type Described = DescribedTool | NotDescribed;

interface DescribedTool {
  readonly id: string;
  readonly server: string;
  readonly title: string;
  readonly class: ToolClass;
  readonly call: CallVariant;
  /** The effective hints with their sources. */
  readonly hints: Readonly<Record<HintName, { readonly value: boolean; readonly source: HintSource }>>;
  readonly description?: unknown;
  /** The server's own texts, if a curation replaced them. */
  readonly original?: Readonly<Record<string, unknown>>;
  readonly input_schema?: unknown;
  readonly output_schema?: unknown;
  /** Only if the tool cannot be called at present. */
  readonly error?: { readonly code: SearchBarrier; readonly message: string };
}

export interface NotDescribed {
  readonly id: string;
  readonly error: { readonly code: 'not_found'; readonly message: string; readonly nearest: readonly string[] };
}

export function describeTool(id: string, view: View): Described {
  const tool = view.catalog.toolsByName.get(id);
  if (tool === undefined) return notFound(id, view);
  const { server, definition, resolution, curation } = tool;
  const barrier = callBarrier(tool, view.toolStateOf(tool));
  const description = curation.description ?? definition.description;
  const original = originalTexts(definition, curation);
  return {
    id,
    server,
    title: curation.title ?? resolution.title.value,
    class: resolution.class,
    call: VARIANTS[resolution.class],
    hints: describeHints(tool),
    ...(description !== undefined && { description }),
    ...(original !== undefined && { original }),
    ...(definition.inputSchema !== undefined && { input_schema: definition.inputSchema }),
    ...(definition.outputSchema !== undefined && { output_schema: definition.outputSchema }),
    ...(barrier !== undefined && { error: { code: barrier.kind, message: `${id} ${barrier.sentence}` } }),
  };
}

export function notFound(id: string, { catalog, servers }: View): NotDescribed {
  const nearest = nearestTo(id, catalog);
  const disconnected = servers.find(({ name, status }) => id.startsWith(`${name}__`) && status.state !== 'ready');
  const because =
    disconnected === undefined ? '' : ` Server '${disconnected.name}' is not connected (${disconnected.status.state}).`;
  const next = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ' Use retrieve_tools to find its id.';
  return {
    id: clip(id),
    error: { code: 'not_found', message: `There is no tool '${clip(id)}'.${because}${next}`, nearest },
  };
}

/** Also finds ids with a missing or differently written server part: `notes:delete`, `delete`. */
function nearestTo(id: string, { toolsByName }: View['catalog']): readonly string[] {
  const given = clip(id).replace(/[:/.]+/, '__');
  if (toolsByName.has(given)) return [given];
  return suggest(given, toolsByName.keys());
}

function describeHints({ resolution }: CatalogTool): DescribedTool['hints'] {
  const withSource = (name: HintName) => ({
    value: resolution.hints[name].value,
    source: resolution.hints[name].source,
  });
  return Object.fromEntries(HINT_NAMES.map((name) => [name, withSource(name)])) as DescribedTool['hints']; // One entry per hint.
}
