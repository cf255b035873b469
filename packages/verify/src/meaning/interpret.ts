import type { FileDifference, FileEntry } from '../observe/file-state.ts';
import { compareFacts, type Facts } from './facts.ts';
import { type Content, type Format, readAlike, readContent } from './formats.ts';
import { gitPlace, isAncestor, isGitBookkeeping } from './git.ts';
import { maskVarying } from './mask.ts';

/** What a change does to what was there before. `unclear`: the bytes changed, but not what they mean. */
export type Effect = 'adds' | 'destroys' | 'unclear';

/** One changed path, and what the change means. */
export interface Change {
  readonly path: string;
  readonly kind: 'created' | 'deleted' | 'changed' | 'mode';
  readonly format: Format | 'git' | 'directory' | 'link' | undefined;
  readonly effect: Effect;
  /** One phrase for people: `2 rows removed: notes[7].title`. */
  readonly detail: string;
  /** The reason why the change does not count, such as `cache`. */
  readonly noise: string | undefined;
}

/** The moment after, in which other files can be read: git's objects, a database's log. */
export interface Moments {
  readonly before: (path: string) => FileEntry | undefined;
  readonly after: (path: string) => FileEntry | undefined;
}

/** Paths that programs write for themselves. */
const NOISE: readonly (readonly [RegExp, string])[] = [
  [/\/\.cache\/|\/node-compile-cache\//, 'cache'],
  [/\/\.npm\//, 'cache of npm'],
  [/\/__pycache__(?:\/|$)|\.pyc$/, 'compiled Python'],
  [/\.log$/, 'log'],
  [/-(?:wal|shm|journal)$/, 'journal of a database'],
];

/** Says what a difference means. Bytes alone never prove that something was destroyed. */
export function interpret(difference: FileDifference, moments: Moments, ignored: (path: string) => boolean): Change {
  const { path, before, after } = difference;
  const base = { path, noise: ignored(path) ? 'ignored by the recipe' : noiseOf(path) };
  const git = gitPlace(path);
  if (git !== undefined) return interpretGit(difference, git, base, moments);
  if (before === undefined) {
    return { ...base, kind: 'created', format: formatOf(after), effect: 'adds', detail: `${wordFor(after)} created` };
  }
  if (after === undefined) {
    return {
      ...base,
      kind: 'deleted',
      format: formatOf(before),
      effect: 'destroys',
      detail: `${wordFor(before)} deleted`,
    };
  }
  if (before.digest === after.digest && before.kind === after.kind) {
    const detail = `mode ${octal(before.mode)} → ${octal(after.mode)}`;
    return { ...base, kind: 'mode', format: formatOf(after), effect: 'unclear', detail };
  }
  return { ...base, kind: 'changed', ...interpretContent(path, before, after, moments, base.noise) };
}

type Meaning = Pick<Change, 'format' | 'effect' | 'detail' | 'noise'>;

function interpretContent(
  path: string,
  before: FileEntry,
  after: FileEntry,
  moments: Moments,
  noise: string | undefined,
): Meaning {
  if (before.bytes === undefined || after.bytes === undefined || before.kind !== after.kind) {
    return { format: formatOf(after), effect: 'unclear', detail: 'replaced', noise };
  }
  const [was, is] = readAlike(
    before.bytes,
    after.bytes,
    readContent(before.bytes, { wal: moments.before(`${path}-wal`)?.bytes }),
    readContent(after.bytes, { wal: moments.after(`${path}-wal`)?.bytes }),
  );
  if (
    before.bytes.length > 0 &&
    is.facts === undefined &&
    after.bytes.subarray(0, before.bytes.length).equals(before.bytes)
  ) {
    return {
      format: is.format,
      effect: 'adds',
      detail: `${after.bytes.length - before.bytes.length} bytes appended`,
      noise,
    };
  }
  if (before.bytes.length === 0) return { format: is.format, effect: 'adds', detail: 'empty file filled', noise };
  const facts = compareContents(was, is);
  if (facts !== undefined) return { format: is.format, noise, ...facts };
  if (is.format === 'text' && was.format === 'text')
    return { format: 'text', noise, ...compareLines(before.bytes, after.bytes) };
  return { format: is.format, effect: 'unclear', detail: 'content replaced', noise };
}

function compareContents(
  was: Content,
  is: Content,
): (Omit<Meaning, 'format' | 'noise'> & { noise?: string }) | undefined {
  if (was.facts === undefined || is.facts === undefined || was.format !== is.format) return undefined;
  const masked = compareFacts(maskFacts(was.facts), maskFacts(is.facts));
  const { added, removed, changed } = masked;
  if (added.length + removed.length + changed.length === 0) {
    return { effect: 'adds', detail: 'rewritten with the same meaning', noise: 'same meaning' };
  }
  const detail = [describe(removed, 'removed'), describe(changed, 'changed'), describe(added, 'added')]
    .filter((part) => part !== '')
    .join('; ');
  if (removed.length + changed.length === 0) return { effect: 'adds', detail };
  // The parts of a container are rewritten when something is added, and a record without identity cannot be followed.
  const isUnclear = is.format === 'zip' || (is.format === 'jsonl' && removed.every((fact) => fact.startsWith('{')));
  return { effect: isUnclear ? 'unclear' : 'destroys', detail };
}

function compareLines(before: Buffer, after: Buffer): Omit<Meaning, 'format' | 'noise'> & { noise?: string } {
  const [was, is] = [before, after].map((bytes) => maskVarying(bytes.toString('utf8')).split('\n'));
  const left = new Map<string, number>();
  for (const line of is ?? []) left.set(line, (left.get(line) ?? 0) + 1);
  const lost = (was ?? []).filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0 && line.trim() !== '';
  });
  const added = [...left.values()].reduce((sum, count) => sum + count, 0);
  if (lost.length === 0 && added === 0) return { effect: 'adds', detail: 'same lines', noise: 'same meaning' };
  if (lost.length === 0) return { effect: 'adds', detail: `${added} lines added` };
  return { effect: 'unclear', detail: `${lost.length} lines replaced: ${quote(lost[0] ?? '')}` };
}

function interpretGit(
  { path, before, after }: FileDifference,
  { folder, inside }: { readonly folder: string; readonly inside: string },
  base: Pick<Change, 'path' | 'noise'>,
  moments: Moments,
): Change {
  const kind = before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';
  const noise = isGitBookkeeping(inside) ? 'bookkeeping of git' : base.noise;
  const change = { path, kind, format: 'git', noise } as const;
  if (before === undefined) return { ...change, effect: 'adds', detail: `git ${inside} created` };
  const isRef = inside.startsWith('refs/') || inside === 'packed-refs';
  if (after === undefined)
    return { ...change, effect: isRef ? 'destroys' : 'unclear', detail: `git ${inside} deleted` };
  const [was, is] = [before, after].map((entry) => entry.bytes?.toString('latin1').trim() ?? '');
  const isFollowed =
    inside.startsWith('refs/') && isAncestor(was ?? '', is ?? '', (object) => moments.after(object)?.bytes, folder);
  if (isFollowed) return { ...change, effect: 'adds', detail: `${inside} moved on to a later commit` };
  return { ...change, effect: 'unclear', detail: `git ${inside} changed` };
}

function noiseOf(path: string): string | undefined {
  return NOISE.find(([pattern]) => pattern.test(path))?.[1];
}

function maskFacts(facts: Facts): Facts {
  return new Map([...facts].map(([key, value]) => [maskVarying(key), maskVarying(value)]));
}

function describe(facts: readonly string[], verb: string): string {
  if (facts.length === 0) return '';
  return `${facts.length} ${facts.length === 1 ? 'value' : 'values'} ${verb}: ${quote(facts[0] ?? '')}`;
}

const SHOWN_LENGTH = 60;

function quote(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > SHOWN_LENGTH ? `${line.slice(0, SHOWN_LENGTH)}…` : line;
}

function wordFor(entry: FileEntry | undefined): string {
  return entry?.kind ?? 'entry';
}

function formatOf(entry: FileEntry | undefined): Change['format'] {
  if (entry?.kind === 'directory' || entry?.kind === 'link') return entry.kind;
  return entry?.bytes === undefined ? undefined : readContent(entry.bytes).format;
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
