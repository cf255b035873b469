import { actionInCompound } from './compounds.ts';
import { type ActionWord, actionOf, JOINERS, QUALIFIERS, REPORTING_NOUNS, TENTATIVE_NOUNS } from './lexicon.ts';
import { shapesOutput } from './output-shaping.ts';
import { phraseOf } from './phrases.ts';
import { gravest, isStatement, isWrite, type Reading, toStatement } from './reading.ts';
import { wordsOf } from './words.ts';

/**
 * Reads the action out of a tool's name, wherever it stands: `create_note`, `breakpoint_set`, `nc_notes_get_note`, `deletenote`.
 *
 * @example
 * readName('get_terraform_secret') // { action: 'read', word: 'get', certain: true }
 */
export function readName(name: string): Reading {
  const words = wordsOf(name);
  if (LIST_FOR_SALE.test(name)) return { action: 'act', word: 'list', certain: false };
  const [first = { action: 'none' }, ...joined] = splitAtJoiners(words).map(readClause);
  if (joined.length === 0) return first;
  // "find_and_update" does both, so the graver action counts; a second verb that is not in the lexicon makes the name
  // ambiguous.
  const write = gravest([first, ...joined].filter(isWrite));
  if (write !== undefined) return write;
  return [first, ...joined].every(isStatement) ? first : { action: 'mixed' };
}

const LIST_FOR_SALE = /list[_ -]?for[_ -]?sale/i;

function splitAtJoiners(words: readonly string[]): readonly (readonly string[])[] {
  const clauses: string[][] = [[]];
  for (const word of words) {
    if (JOINERS.has(word)) clauses.push([]);
    else clauses.at(-1)?.push(word);
  }
  return clauses.filter((clause) => clause.length > 0);
}

interface KnownWord extends ActionWord {
  readonly word: string;
  readonly index: number;
}

function readClause(words: readonly string[]): Reading {
  const known = words.flatMap((word, index): readonly KnownWord[] => {
    const phrase = phraseOf(word, words[index + 1]);
    if (phrase !== undefined) return [{ word: `${word} ${words[index + 1]}`, index, ...phrase }];
    const meaning = actionOf(word) ?? actionInCompound(word);
    if (meaning === undefined) return [];
    const isCertain = meaning.certain && !shapesOutput(word, words, index);
    return [{ word, index, ...meaning, certain: isCertain }];
  });
  const verb = writingVerb(known);
  return verb === undefined ? readWithoutWritingVerb(words, known) : readWritingVerb(verb, words, known);
}

/**
 * The first certain writing verb, else the first writing verb: "UpdateConnectApp" updates, but "order_create" creates.
 */
function writingVerb(known: readonly KnownWord[]): KnownWord | undefined {
  const verb = known.find(({ noun, action }) => !noun && action !== 'read');
  if (verb === undefined || verb.certain) return verb;
  const [first] = known;
  return first?.noun === true && first.certain && first.action !== 'read' ? first : verb;
}

function readWritingVerb(verb: KnownWord, words: readonly string[], known: readonly KnownWord[]): Reading {
  const before = words.slice(0, verb.index);
  const asks = known.some(({ action, index }) => action === 'read' && index < verb.index) || before.some(isQualifier);
  const next = words[verb.index + 1] ?? '';
  const last = known.at(-1);
  // Names that begin with their topic end with their verb: "monitor_table_type_list" lists, "deploy_diagram_generate"
  // generates.
  const endsOtherwise =
    last !== undefined &&
    last.index === words.length - 1 &&
    last !== verb &&
    verb.action !== 'delete' &&
    endsWith(last, verb);
  if (endsOtherwise) return { action: 'mixed' };
  const tells = verb.action === 'delete' ? TENTATIVE_NOUNS.has(next) : REPORTING_NOUNS.has(next);
  // "can_delete", "list_publish_history" and "upload_status" mention the action but may not perform it.
  return asks || tells || TENTATIVE_NOUNS.has(words.at(-1) ?? '') ? { action: 'mixed' } : toStatement(verb);
}

const endsWith = (last: KnownWord, verb: KnownWord): boolean =>
  (last.action === 'read' && last.certain && (verb.index > 0 || SURE_ANYWHERE.has(last.word))) ||
  last.word === 'generate';

const isQualifier = (word: string): boolean => QUALIFIERS.has(word);

/**
 * Handles names whose verbs all read or are also nouns: a noun in first position is a verb, a later one may be its
 * object.
 */
function readWithoutWritingVerb(words: readonly string[], known: readonly KnownWord[]): Reading {
  const read = known.find(({ action }) => action === 'read');
  const write = known.find(({ action }) => action !== 'read');
  const readWord = read?.word ?? words.find((word) => REPORTING_NOUNS.has(word));
  if (readWord === undefined) {
    if (write === undefined) return { action: 'none' };
    const isAbout = words.slice(0, write.index).some(isQualifier) || TENTATIVE_NOUNS.has(words[write.index + 1] ?? '');
    return isAbout ? { action: 'mixed' } : toStatement(write);
  }
  const isSure = read !== undefined && ((read.index === 0 && read.certain) || SURE_ANYWHERE.has(read.word));
  if (write === undefined) return isSure ? toStatement(read) : { action: 'maybe-read', word: readWord };
  // "get_update" gets; "copy_list", "list_add" and "set_is_active" are ambiguous.
  return isSure && !read.noun && read.index < write.index ? toStatement(read) : { action: 'mixed' };
}

/** Reading verbs that are unambiguous in any position. "read" is not: in "mark_read" it is a state. */
const SURE_ANYWHERE = new Set(['get', 'describe', 'find']);
