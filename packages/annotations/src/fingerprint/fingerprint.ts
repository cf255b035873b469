import { isJsonObject, readAnnotations, type ToolDefinition } from '../definition.ts';
import { HINT_NAMES, isHintName } from '../hints.ts';
import { canonicalJson } from './canonical.ts';

/** Identifies a definition: its hints in one part, all its other fields in the other. */
export interface Fingerprint {
  /** The four hints as text, so that the diff of a lock file shows what changed. */
  readonly hints: string;
  /** SHA-256 over title, description, schemas and every other field. */
  readonly prose: string;
}

/**
 * Computes the fingerprint of a definition. It excludes the name, because the name is the key under which the
 * fingerprint is stored.
 *
 * @example
 * (await fingerprint(tool)).hints // 'readOnly=true destructive=absent idempotent=absent openWorld=false'
 */
export async function fingerprint(tool: ToolDefinition): Promise<Fingerprint> {
  return { hints: hintsFingerprint(tool), prose: await sha256(proseOf(tool)) };
}

/** The text whose SHA-256 is `prose`, for callers that need a synchronous digest of their own. */
export function proseOf(tool: ToolDefinition): string {
  const { name: _name, annotations, ...rest } = tool;
  const foreign = isJsonObject(annotations)
    ? Object.fromEntries(Object.entries(annotations).filter(([key]) => !isHintName(key)))
    : annotations;
  return canonicalJson({ ...rest, annotations: foreign });
}

/** Only the `hints` part, for synchronous callers. A hint that is not a boolean reads `invalid`. */
export function hintsFingerprint(tool: ToolDefinition): string {
  const { hints, malformed } = readAnnotations(tool);
  return HINT_NAMES.map((hint) => {
    const broken = malformed.some(({ key }) => key === hint || key === 'annotations');
    return `${hint.replace(/Hint$/, '')}=${hints[hint] ?? (broken ? 'invalid' : 'absent')}`;
  }).join(' ');
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
