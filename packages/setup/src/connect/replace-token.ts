import { err, ok, type Result } from '@toolmark/annotations';
import { writeProblem } from '../edit/config-file.ts';
import { type ClientText, readClientFile } from './client-file.ts';
import { type ClientId, type ClientSurroundings, clientPlaces } from './clients.ts';
import { type Connected, type ConnectProblem, writeWithBackup } from './connector.ts';
import { type ShownText, showText } from './show-text.ts';

/** A client's file with the old token. Nothing is written yet. */
export interface Replacement {
  readonly client: ClientId;
  /** The display name of the client. */
  readonly name: string;
  readonly file: string;
  readonly before: ClientText;
  /** The text for people, without secrets. */
  readonly shown: ShownText;
}

export interface ReplacementPlan {
  readonly replacements: readonly Replacement[];
  /** Files that cannot be read or written, each as a sentence: they may contain the token. */
  readonly problems: readonly string[];
}

/** Finds the client files that contain a token anywhere. Only reads. */
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

/** Replaces the token after writing a backup. */
export function replaceToken(
  { file, before }: Replacement,
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
): Promise<Result<Connected, ConnectProblem>> {
  return writeWithBackup(file, { before, after: before.text.replaceAll(from, to), isPrivate: true }, now);
}
