import { err, ok, type Result } from '@toolmark/annotations';
import { writeProblem } from '../edit/config-file.ts';
import { type ClientText, readClientFile } from './client-file.ts';
import { type ClientId, type ClientSurroundings, clientPlaces } from './clients.ts';
import { type Connected, type ConnectProblem, writeWithBackup } from './connector.ts';
import { type ShownText, showText } from './show-text.ts';

/** A client's file that has a token in it which is to be replaced. Nothing is done yet. */
export interface Replacement {
  readonly client: ClientId;
  /** As people call the client. */
  readonly name: string;
  readonly file: string;
  readonly before: ClientText;
  /** For people, without secrets. */
  readonly shown: ShownText;
}

export interface ReplacementPlan {
  readonly replacements: readonly Replacement[];
  /** Files that cannot be read or written, each in a sentence: the token may be in them. */
  readonly problems: readonly string[];
}

/** Finds the files of clients that have a token in them, wherever in a file it stands. Only reads. */
export async function planReplacements(surroundings: ClientSurroundings, token: string): Promise<ReplacementPlan> {
  const places = clientPlaces(surroundings);
  const files = places.filter(({ file }, index) => places.findIndex((other) => other.file === file) === index);
  const found = await Promise.all(
    files.map(async ({ client, name, file, format }): Promise<Result<Replacement | undefined, string>> => {
      const read = await readClientFile(file);
      if (!read.ok) return read;
      const before = read.value;
      if (before === undefined || !before.text.includes(token)) return ok(undefined);
      const problem = await writeProblem(file);
      if (problem !== undefined) return err(problem);
      return ok({ client, name, file, before, shown: showText(before.text, format, [token]) });
    }),
  );
  return {
    replacements: found.flatMap((each) => (each.ok && each.value !== undefined ? [each.value] : [])),
    problems: found.flatMap((each) => (each.ok ? [] : [each.error])),
  };
}

/** Puts another token in its place, and keeps what was there beside it. */
export function replaceToken(
  { file, before }: Replacement,
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
): Promise<Result<Connected, ConnectProblem>> {
  return writeWithBackup(file, { before, after: before.text.replaceAll(from, to), isPrivate: true }, now);
}
