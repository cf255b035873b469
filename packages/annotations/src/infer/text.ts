import { hasLastingObject } from './output-shaping.ts';
import type { Reading, StatedAction } from './reading.ts';
import { MAX_TEXT_LENGTH, type Sentence, sentencesOf } from './sentences.ts';
import { hintsAtWrite, openingVerb, returnsGuidance, statedDeletion } from './statements.ts';
import { isUnspaced } from './unspaced.ts';
import { readUnspaced } from './unspaced-text.ts';
import type { Verb } from './verb-forms.ts';

/** The statements found in a prose text. */
export interface TextReading {
  /** The statement of the opening verb. */
  readonly reading: Reading;
  /** A deletion stated later in the text: "Returns the status. Also deletes old rows." */
  readonly also: StatedAction | undefined;
  /** Whether the text opens by saying that the tool returns documentation. */
  readonly returnsGuidance: boolean;
}

/**
 * Extracts the action from prose: the opening verb of a title or description ("Delete a note", "Lists …") and any
 * additional deletion.
 *
 * @example
 * readText('Permanently deletes a note.').reading // { action: 'delete', word: 'delete', certain: true }
 * readText('Returns the status. Also deletes old rows.').also // the same
 */
export function readText(text: string): TextReading {
  const sentences = sentencesOf(text);
  const [first, ...later] = sentences;
  if (first === undefined) return NOTHING;
  const parts = sentences.map((sentence, index) => readSentence(sentence, index === 0));
  const opening = parts[0]?.opening;
  const deletion = parts.map(({ deletion: stated }) => stated).find((stated) => stated !== undefined);
  const alsoWrites =
    deletion !== undefined ||
    hintsAtWrite(first, true) ||
    later.some((sentence) => hintsAtWrite(sentence, false)) ||
    parts.slice(1).some((part) => part.opening !== undefined && isUnspacedWrite(part.opening)) ||
    // The rest was not read, so it may contain anything.
    text.length > MAX_TEXT_LENGTH;
  const isStated = deletion !== undefined && deletion === opening;
  return {
    reading: toReading(isStated ? opening : withoutOutputVerb(opening, first), alsoWrites),
    also: deletion === undefined || isStated ? undefined : toStated(deletion),
    returnsGuidance: returnsGuidance(first),
  };
}

/**
 * A verb that may be about the result does not contradict a hint: "Removes the background of a picture", "Create buffer
 * zone", "Merge two polygons", "Send a prompt and get an answer".
 */
function withoutOutputVerb(opening: Verb | undefined, sentence: Sentence): Verb | undefined {
  if (opening === undefined || isUnspaced(opening.word) || opening.action === 'read') return opening;
  const isLasting = opening.action !== 'delete' && hasLastingObject(sentence);
  return isLasting ? opening : { ...opening, certain: false };
}

const NOTHING: TextReading = { reading: { action: 'none' }, also: undefined, returnsGuidance: false };

interface SentenceReading {
  readonly opening: Verb | undefined;
  readonly deletion: Verb | undefined;
}

function readSentence(sentence: Sentence, isFirst: boolean): SentenceReading {
  if (sentence.some(isUnspaced)) return readUnspaced(sentence, isFirst);
  const opening = openingVerb(sentence, isFirst);
  return { opening, deletion: statedDeletion(sentence, opening) };
}

const isUnspacedWrite = ({ action, word }: Verb): boolean => action !== 'read' && isUnspaced(word);

function toReading(opening: Verb | undefined, alsoWrites: boolean): Reading {
  if (opening === undefined) return { action: alsoWrites ? 'mixed' : 'none' };
  return opening.action === 'read' && alsoWrites ? { action: 'mixed' } : toStated(opening);
}

const toStated = ({ action, word, certain }: Verb): StatedAction => ({ action, word, certain });
