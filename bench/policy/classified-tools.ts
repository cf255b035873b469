import { readFileSync } from 'node:fs';
import type { ToolAnnotations, ToolClass, ToolDefinition } from '@toolmark/annotations';

/** A tool with its declared hints, and its class according to people. */
export interface ClassifiedTool {
  readonly server: string;
  readonly definition: ToolDefinition;
  readonly label: ToolClass;
}

interface Row {
  readonly name: string;
  readonly title?: string;
  readonly title_en?: string;
  readonly category?: string;
  readonly annotations?: ToolAnnotations;
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly params: readonly { readonly name: string }[];
}

/** The 175 tools of the three servers in `fixtures/tables`. */
export function classifiedTools(): readonly ClassifiedTool[] {
  return ['debug', 'nextcloud', 'cloudbase'].flatMap((server) =>
    readTable(server).map((row) => ({ server, definition: toDefinition(row), label: labelOf(row) })),
  );
}

function readTable(server: string): readonly Row[] {
  const url = new URL(`../../fixtures/tables/${server}.json`, import.meta.url);
  // A file of this repository, which is validated with the tables.
  return JSON.parse(readFileSync(url, 'utf8')) as readonly Row[];
}

function toDefinition(row: Row): ToolDefinition {
  const { name, title, title_en: english, params } = row;
  const properties = Object.fromEntries(params.map((param) => [param.name, {}]));
  return {
    name,
    title: title ?? english,
    inputSchema: { type: 'object', properties },
    annotations: annotationsOf(row),
  };
}

const annotationsOf = ({ annotations, readOnly, destructive }: Row): ToolAnnotations =>
  annotations ?? {
    ...(readOnly !== undefined && { readOnlyHint: readOnly }),
    ...(destructive !== undefined && { destructiveHint: destructive }),
  };

/** If the table leaves a hint of a writing tool out, the category decides. */
function labelOf(row: Row): ToolClass {
  const { readOnlyHint, destructiveHint } = annotationsOf(row);
  if (readOnlyHint === true) return 'read';
  const isDestructive = destructiveHint ?? !(row.category === 'create' || row.category === 'append');
  return isDestructive ? 'destructive' : 'additive';
}
