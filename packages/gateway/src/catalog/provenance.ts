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

/** The `_meta` key with the effective hints of every offered tool. */
export const ANNOTATIONS_META = 'io.toolmark/annotations';

/**
 * The effective hints of a tool and their sources. `annotations` itself is sent unchanged, so that clients without
 * knowledge of Toolmark see the same as without it; only overrides are added there.
 *
 * @example
 * {
 *   server: 'notes',
 *   class: 'destructive',
 *   title: 'Delete ReportRepair',
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
  /** The server's name in the config. */
  readonly server: string;
  readonly class: ToolClass;
  readonly title: string;
  readonly hints: Readonly<Record<HintName, { readonly value: boolean; readonly source: HintSource }>>;
  /** Declared hints that the name or description contradicts. Absent if there are none. */
  readonly contradicted?: readonly HintName[];
  /** The server's own `annotations`, `null` if it sent none. Only with overrides. */
  readonly declared?: unknown;
}

export function annotationsMeta(
  server: string,
  { title, class: toolClass, hints, contradictions }: Resolution,
): AnnotationsMeta {
  const withSource = (hint: HintName) => ({ value: hints[hint].value, source: hints[hint].source });
  const contradicted = HINT_NAMES.filter((hint) => contradictions.some((found) => found.hint === hint));
  return {
    server,
    class: toolClass,
    title: title.value,
    hints: {
      readOnlyHint: withSource('readOnlyHint'),
      destructiveHint: withSource('destructiveHint'),
      idempotentHint: withSource('idempotentHint'),
      openWorldHint: withSource('openWorldHint'),
    },
    ...(contradicted.length > 0 && { contradicted }),
  };
}

/** A definition with its exposed name and our metadata, which replaces a value that the server set under our key. */
export function toOfferedTool(definition: JsonObject, exposed: string, meta: AnnotationsMeta): JsonObject {
  // Repaired definitions have an object there or nothing.
  const others = definition['_meta'] as JsonObject | undefined;
  return { ...definition, name: exposed, _meta: { ...others, [ANNOTATIONS_META]: meta } };
}

/**
 * A definition with overridden annotations, because most clients only read those. If a person sets destructiveHint on a
 * tool that claims to be read-only, the claim is removed, because clients ignore destructiveHint on read-only tools.
 */
export function toOverriddenTool(
  definition: JsonObject,
  exposed: string,
  meta: AnnotationsMeta,
  { override, declared }: { readonly override: PartialHints; readonly declared: unknown },
): JsonObject {
  const { annotations } = definition;
  const set: JsonObject = isJsonObject(annotations) ? { ...annotations, ...override } : override;
  const isConflicting = set['readOnlyHint'] === true && override.destructiveHint === true && meta.class !== 'read';
  const sent = isConflicting ? { ...set, readOnlyHint: meta.hints.readOnlyHint.value } : set;
  return toOfferedTool({ ...definition, annotations: sent }, exposed, { ...meta, declared: declared ?? null });
}
