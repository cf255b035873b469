import { titleOf } from '../../definition.ts';
import { wordsOf } from '../../infer/words.ts';
import { type LintRule, problemIf, sameInAllProfiles } from '../rule.ts';

/** A chosen limit, not a measured one: two to four words are well below it, and a longer title is a sentence. */
const MAX_TITLE_LENGTH = 50;

const MINOR_WORDS = new Set(
  'a an and as at but by for from in into nor of on or per the to via vs with without'.split(' '),
);

/** Text for people: the title. */
export const titleRules: readonly LintRule[] = [
  {
    code: 'TM201',
    slug: 'missing-title',
    summary: 'the tool has no title',
    why: 'People then see only its snake_case name when they approve a call.',
    fix: 'Give it a title of two to four words, in both title and annotations.title.',
    severity: { spec: 'warning', anthropic: 'error', openai: 'note' },
    check: ({ tool }) => problemIf(titleOf(tool).source === 'name', 'has no title'),
  },
  {
    code: 'TM202',
    slug: 'title-is-name',
    summary: 'the title is just the name',
    why: 'It adds nothing to the name.',
    fix: 'Say what the tool does: "Delete Note", not "delete_note".',
    severity: sameInAllProfiles('warning'),
    check: ({ tool }) => {
      const { value, source } = titleOf(tool);
      return problemIf(
        source !== 'name' && (value === tool.name || value.includes('_')),
        `the title '${value}' repeats the name`,
      );
    },
  },
  {
    code: 'TM203',
    slug: 'title-not-in-title-case',
    summary: 'the title is not in title case',
    why: 'Clients list the titles of many servers together, and a different style looks like a mistake.',
    fix: 'Capitalise all major words: "Go to Definition".',
    severity: sameInAllProfiles('note'),
    check: ({ tool }) => {
      const { value, source } = titleOf(tool);
      const wrong = source === 'name' ? [] : wordsInWrongCase(value);
      return problemIf(wrong.length > 0, `the title '${value}' is not in title case (${wrong.join(', ')})`);
    },
  },
  {
    code: 'TM204',
    slug: 'title-not-unique',
    summary: 'two tools share a title',
    why: 'A person cannot tell in a prompt which of the two will run.',
    fix: 'Name the difference in the title.',
    severity: sameInAllProfiles('warning'),
    check: ({ tool }, { countOfTitle }) => {
      const { value, source } = titleOf(tool);
      return problemIf(source !== 'name' && countOfTitle(value) > 1, `shares the title '${value}' with another tool`);
    },
  },
  {
    code: 'TM205',
    slug: 'title-too-long',
    summary: `the title is longer than ${MAX_TITLE_LENGTH} characters`,
    why: 'Clients truncate long titles, and the object is usually at the end.',
    fix: 'Two to four words; the rest belongs in the description.',
    severity: sameInAllProfiles('note'),
    check: ({ tool }) => {
      const { value, source } = titleOf(tool);
      return problemIf(
        source !== 'name' && value.length > MAX_TITLE_LENGTH,
        `the title has ${value.length} characters`,
      );
    },
  },
  {
    code: 'TM206',
    slug: 'titles-differ',
    summary: 'title and annotations.title are different',
    why: 'VS Code prefers one, the specification the other: people would see two names for one tool.',
    fix: 'Use the same text in both.',
    severity: sameInAllProfiles('warning'),
    check: ({ tool: { title }, declared }) => {
      // Check the type first: converting an object from the wire to text may throw.
      if (typeof title !== 'string' || declared.title === undefined) return [];
      return problemIf(title !== declared.title, `title is '${title}' but annotations.title is '${declared.title}'`);
    },
  },
  {
    code: 'TM207',
    slug: 'title-in-one-place',
    summary: 'the title is in only one of its two places',
    why: 'Some directory validators read title, others annotations.title; a server that sends only one fails one of them.',
    fix: 'Send the same text in both title and annotations.title.',
    severity: { spec: 'off', anthropic: 'warning', openai: 'off' },
    check: ({ tool, declared }) => {
      const { source } = titleOf(tool);
      if (source === 'name' || (typeof tool.title === 'string' && declared.title !== undefined)) return [];
      return [`has ${source} only; ${source === 'title' ? 'annotations.title' : 'title'} is missing`];
    },
  },
];

function wordsInWrongCase(title: string): readonly string[] {
  const words = title.split(/[\s/]+/).filter((word) => word !== '');
  return words.filter((word, index) => {
    const letters = word.replace(/^[^\p{L}]+/u, '');
    const isMinor = index > 0 && MINOR_WORDS.has(letters.toLowerCase().replace(/[^a-z]/g, ''));
    // Names such as "iOS" and "eBay" start with a lower-case letter, and scripts without case have no capitals.
    return /^\p{Ll}/u.test(letters) && !/\p{Lu}/u.test(letters) && !isMinor && wordsOf(letters).length > 0;
  });
}
