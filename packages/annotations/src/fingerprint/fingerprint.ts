import { isJsonObject, readAnnotations, type ToolDefinition } from '../definition.ts';
import { HINT_NAMES, isHintName } from '../hints.ts';
import { canonicalJson } from './canonical.ts';

/** What a definition looked like when it was seen: its hints, and everything else. Nothing of it is in neither part. */
export interface Fingerprint {
  /** The four hints, readable, so that a lock file shows in a diff what changed. */
  readonly hints: string;
  /** SHA-256 over title, description, schemas and every other field. */
  readonly prose: string;
}

/**
 * Takes the fingerprint of a definition. The name is the key it is stored under and is not part of it.
 *
 * @example
 * (await fingerprint(tool)).hints // 'readOnly=true destructive=absent idempotent=absent openWorld=false'
 */
export async function fingerprint(tool: ToolDefinition): Promise<Fingerprint> {
  return { hints: hintsFingerprint(tool), prose: await sha256(proseOf(tool)) };
}

/** What `prose` is the SHA-256 of, for callers that must not wait and have a digest of their own. */
export function proseOf(tool: ToolDefinition): string {
  const { name: _name, annotations, ...rest } = tool;
  const foreign = isJsonObject(annotations)
    ? Object.fromEntries(Object.entries(annotations).filter(([key]) => !isHintName(key)))
    : annotations;
  return canonicalJson({ ...rest, annotations: foreign });
}

/** The hints' part alone, for callers that must not wait. A value that is no boolean reads `invalid`. */
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
