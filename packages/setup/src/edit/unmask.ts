import { err, ok, type Problem, type Result } from '@toolmark/annotations';
import { MASK } from '@toolmark/api-contract';
import { applyEdits, type Edit, type Node } from 'jsonc-parser';
import { findSecrets, type Path, type SecretPlace, secretLabel } from './mask.ts';
import { commentsIn, maskComment } from './mask-comment.ts';

/** A text and its syntax tree. */
export interface ReadText {
  readonly text: string;
  readonly tree: Node;
}

/**
 * Restores the secrets behind the masks of an edited text. A mask without a matching secret is a problem with its path.
 */
export function unmask(changed: ReadText, before: ReadText): Result<string, readonly Problem[]> {
  const secrets = Map.groupBy(findSecrets(before.text, before.tree), ({ path }) => placeKey(path));
  const problems: Problem[] = [];
  const edits: Edit[] = [];
  for (const [key, masks] of Map.groupBy(findMasks(changed), ({ path }) => placeKey(path))) {
    for (const [mask, secret] of pairUp(masks, secrets.get(key) ?? [])) {
      if (secret === undefined) problems.push({ path: mask.path.join('.'), message: NO_SECRET });
      else edits.push({ offset: mask.offset, length: mask.length, content: contentFor(mask, secret, before.text) });
    }
  }
  const comments = unmaskComments(changed.text, before.text);
  if (!comments.ok) problems.push(...comments.error);
  if (!comments.ok || problems.length > 0) return err(problems);
  return ok(applyEdits(changed.text, [...edits, ...comments.value]));
}

const NO_SECRET = 'is masked, but there was no secret here; enter the value itself';

/** List indexes are ignored, because items may have moved; masks are matched by their order in the list. */
const placeKey = (path: Path): string => JSON.stringify(path.map((key) => (typeof key === 'number' ? '*' : key)));

/** Matches masks and secrets by label: in order if their numbers agree, otherwise by exact path. */
function pairUp(
  masks: readonly SecretPlace[],
  secrets: readonly SecretPlace[],
): readonly (readonly [SecretPlace, SecretPlace | undefined])[] {
  return [...Map.groupBy(masks, ({ label }) => label)].flatMap(([label, labelled]) =>
    pairSameLabel(
      labelled,
      secrets.filter((secret) => secret.label === label),
    ),
  );
}

function pairSameLabel(
  masks: readonly SecretPlace[],
  secrets: readonly SecretPlace[],
): readonly (readonly [SecretPlace, SecretPlace | undefined])[] {
  if (masks.length === secrets.length) return masks.map((mask, index) => [mask, secrets[index]]);
  const exact = (places: readonly SecretPlace[], { path }: SecretPlace): readonly SecretPlace[] =>
    places.filter((place) => place.path.join('\0') === path.join('\0'));
  return masks.map((mask) => {
    const [here, there] = [exact(masks, mask), exact(secrets, mask)];
    return [mask, here.length === there.length ? there[here.indexOf(mask)] : undefined];
  });
}

/** If text was added around a whole value, the secret is inserted without its quotes. */
function contentFor(mask: SecretPlace, secret: SecretPlace, text: string): string {
  const source = text.slice(secret.offset, secret.offset + secret.length);
  return mask.isWhole ? source : source.replaceAll(/^"|"$/g, '');
}

function findMasks({ text, tree }: ReadText): readonly SecretPlace[] {
  return visit(tree, [], undefined);

  function visit(node: Node, path: Path, before: Node | undefined): readonly SecretPlace[] {
    const { type, children = [], offset, length } = node;
    if (type === 'property') {
      const [key, value] = children;
      return value === undefined ? [] : visit(value, [...path, String(key?.value)], undefined);
    }
    if (type === 'object') return children.flatMap((child) => visit(child, path, undefined));
    if (type === 'array') {
      return children.flatMap((child, index) => visit(child, [...path, index], children[index - 1]));
    }
    const value: unknown = node.value;
    if (typeof value !== 'string' || !value.includes(MASK)) return [];
    if (value === MASK) return [{ path, offset, length, isWhole: true, label: secretLabel('', 0, before?.value) }];
    const raw = text.slice(offset, offset + length);
    return [...raw.matchAll(new RegExp(MASK, 'g'))].map(({ index }) => ({
      path,
      offset: offset + index,
      length: MASK.length,
      isWhole: false,
      label: secretLabel(raw.slice(1), index - 1, before?.value),
    }));
  }
}

/** A comment has no path, so it is identified by the rest of its text. */
function unmaskComments(changed: string, before: string): Result<readonly Edit[], readonly Problem[]> {
  const originals = Map.groupBy(textsOfComments(before), (comment) => maskComment(comment).text);
  const edits: Edit[] = [];
  for (const { offset, length } of commentsIn(changed)) {
    const comment = changed.slice(offset, offset + length);
    if (!comment.includes(MASK)) continue;
    const original = originals.get(toBreaks(comment))?.shift();
    if (original === undefined) {
      return err([
        { path: '', message: 'a comment with a masked secret was changed; leave it as it is, or delete it' },
      ]);
    }
    edits.push({ offset, length, content: comment.includes('\r\n') ? original.replaceAll('\n', '\r\n') : original });
  }
  return ok(edits);
}

const textsOfComments = (text: string): readonly string[] =>
  commentsIn(text).map(({ offset, length }) => toBreaks(text.slice(offset, offset + length)));

const toBreaks = (text: string): string => text.replaceAll('\r\n', '\n');
