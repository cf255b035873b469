import {
  HINT_NAMES,
  type HintName,
  type HintSource,
  isJsonObject,
  type PartialHints,
  type Resolution,
  type ToolClass,
} from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';

/** Where every offered tool carries what counts about it. */
export const ANNOTATIONS_META = 'io.toolmark/annotations';

/**
 * The effective hints of a tool and whose word each rests on. `annotations` itself goes through as the server sent it, so a
 * client that knows nothing of Toolmark sees what it would have seen without; only hints that a person set are put there.
 *
 * @example
 * {
 *   server: 'notes',
 *   class: 'destructive',
 *   title: 'Delete Note',
 *   hints: {
 *     readOnlyHint: { value: false, source: 'inferred' },
 *     destructiveHint: { value: true, source: 'default' },
 *     idempotentHint: { value: true, source: 'declared' },
 *     openWorldHint: { value: true, source: 'default' },
 *   },
 *   contradicted: ['readOnlyHint'],
 * }
 */
export interface AnnotationsMeta {
  /** The server as the config calls it. */
  readonly server: string;
  readonly class: ToolClass;
  readonly title: string;
  readonly hints: Readonly<Record<HintName, { readonly value: boolean; readonly source: HintSource }>>;
  /** Declared hints that the definition's own words speak against. Absent if there is none. */
  readonly contradicted?: readonly HintName[];
  /** `annotations` as the server sent it, `null` if it sent none. Only where a person set hints. */
  readonly declared?: unknown;
}

export function annotationsMeta(
  server: string,
  { title, class: toolClass, hints, contradictions }: Resolution,
): AnnotationsMeta {
  const of = (hint: HintName) => ({ value: hints[hint].value, source: hints[hint].source });
  const contradicted = HINT_NAMES.filter((hint) => contradictions.some((found) => found.hint === hint));
  return {
    server,
    class: toolClass,
    title: title.value,
    hints: {
      readOnlyHint: of('readOnlyHint'),
      destructiveHint: of('destructiveHint'),
      idempotentHint: of('idempotentHint'),
      openWorldHint: of('openWorldHint'),
    },
    ...(contradicted.length > 0 && { contradicted }),
  };
}

/** A definition under its new name and with our remark. What a server put under our key is replaced: it is not theirs to say. */
export function toOfferedTool(definition: JsonObject, exposed: string, meta: AnnotationsMeta): JsonObject {
  // Repaired definitions have an object there or nothing.
  const others = definition['_meta'] as JsonObject | undefined;
  return { ...definition, name: exposed, _meta: { ...others, [ANNOTATIONS_META]: meta } };
}

/**
 * The same with the hints that a person set, which is what they are set for: most clients look at `annotations` alone. Who says
 * that a tool destroys has to be heard also where its server says that it only reads: with that, clients stop reading.
 */
export function toOverriddenTool(
  definition: JsonObject,
  exposed: string,
  meta: AnnotationsMeta,
  { override, declared }: { readonly override: PartialHints; readonly declared: unknown },
): JsonObject {
  const { annotations } = definition;
  const set: JsonObject = isJsonObject(annotations) ? { ...annotations, ...override } : override;
  const isLoose = set['readOnlyHint'] === true && override.destructiveHint === true && meta.class !== 'read';
  const heard = isLoose ? { ...set, readOnlyHint: meta.hints.readOnlyHint.value } : set;
  return toOfferedTool({ ...definition, annotations: heard }, exposed, { ...meta, declared: declared ?? null });
}
