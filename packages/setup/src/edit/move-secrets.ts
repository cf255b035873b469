import { ok, type Result } from '@toolmark/annotations';
import type { PlainSecret } from '@toolmark/api-contract';
import { applyEdits } from 'jsonc-parser';
import type { Change } from './change-config.ts';
import { type EditProblem, type ReadConfig, refuse } from './current-config.ts';
import { serverNode } from './edit-config.ts';
import { findSecrets, type SecretPlace } from './mask.ts';

/** A plain secret of a server, with its value and its position in the text. */
export interface FoundSecret extends PlainSecret {
  readonly value: string;
  readonly offset: number;
  readonly length: number;
  /** Includes the quotes of the JSON string. */
  readonly isWhole: boolean;
  /** The authentication scheme before the value, which stays in the config: `Bearer `. */
  readonly scheme: string;
}

/**
 * The plain secrets in the entry of a server. Each gets a name after its key; `takenNames` are names that other secrets have.
 *
 * @example
 * plainSecrets(current, 'github', []) // [{ path: 'env.GITHUB_TOKEN', name: 'GITHUB_TOKEN', value: 'ghp_…', … }]
 */
export function plainSecrets(
  current: ReadConfig,
  server: string,
  takenNames: readonly string[],
): Result<readonly FoundSecret[], EditProblem> {
  if (serverNode(current.tree, server) === undefined)
    return refuse('missing', `There is no server '${server}' in the config.`);
  const names = new Set(takenNames);
  const places = findSecrets(current.text, current.tree).filter(
    ({ path: [top, name] }) => top === 'mcpServers' && name === server,
  );
  return ok(
    places.flatMap((place) => {
      const written = current.text.slice(place.offset, place.offset + place.length);
      const whole = place.isWhole ? String(JSON.parse(written)) : written;
      const [scheme = ''] = /^(?:Bearer|Basic|Token|Digest)\s+/i.exec(whole) ?? [];
      const value = whole.slice(scheme.length);
      if (value === '' || value.includes('${')) return [];
      const name = freeName(server, place, names);
      names.add(name);
      const { offset, length, isWhole } = place;
      return [{ path: place.path.slice(2).join('.'), name, value, offset, length, isWhole, scheme }];
    }),
  );
}

/** Replaces these secrets by references in the config. */
export function replaceByReferences(current: ReadConfig, secrets: readonly FoundSecret[], server: string): Change {
  const edits = secrets.map(({ name, offset, length, isWhole, scheme }) => {
    const reference = `${scheme}\${secret:${name}}`;
    return { offset, length, content: isWhole ? JSON.stringify(reference) : reference };
  });
  return { text: applyEdits(current.text, edits), secrets: current, subject: server };
}

/**
 * Chooses the key as the name, because the variable usually has it too; if taken, with the server's name as a prefix.
 */
function freeName(server: string, { path, label }: SecretPlace, taken: ReadonlySet<string>): string {
  const key = path.slice(2).findLast((part) => typeof part === 'string' && part !== 'args' && part !== 'url');
  const own = toName(String(key ?? label).replace(/^-+/, '')) || 'SECRET';
  const isGeneral = key === undefined || path.includes('headers');
  const qualified = toName(`${server}_${own}`);
  const candidates = isGeneral ? [qualified] : [own, qualified];
  const free = candidates.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  for (let number = 2; ; number += 1) if (!taken.has(`${qualified}_${number}`)) return `${qualified}_${number}`;
}

/** Upper case with underscores, like environment variables; leaves room for a number. */
function toName(text: string): string {
  const name = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 58);
  return /^\d/.test(name) ? `_${name}` : name;
}
