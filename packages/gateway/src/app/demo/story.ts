import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';

/** One step of the client. Its arguments may depend on earlier answers. */
export interface StoryStep {
  /** A sentence for the people who watch. */
  readonly says: string;
  /** The tool's name at its server. */
  readonly tool: string;
  /** `undefined` if the step has to be skipped because an earlier one failed. */
  readonly arguments: (seen: Seen) => JsonObject | undefined;
  /** Adds the result of a successful call to the client's memory. */
  readonly learn?: (content: JsonObject, seen: Seen) => Seen;
  /** The outcome of a successful call in words; the text of its server by default. */
  readonly tells?: (content: JsonObject, seen: Seen) => string;
}

/** What the client remembers from step to step. */
export interface Seen {
  readonly notes: readonly Note[];
  /** The id of the note that the client wrote. */
  readonly own: string | undefined;
}

interface Note {
  readonly id: string;
  readonly title: string;
}

export const NOTHING_SEEN: Seen = Object.freeze({ notes: [], own: undefined });

/** No note has this id: ids consist of letters, digits and dashes. */
const NO_NOTE = 'no_such_note';

/** A word that occurs in the notes of every new playground. */
const WORD = 'trip';

const readNote = (says: string, index: number): StoryStep => ({
  says,
  tool: 'read_note',
  arguments: ({ notes }) => withId(notes[index]?.id),
  tells: ({ title }) => `It is called "${String(title)}".`,
});

/** Examples of what agents do: reading, adding, failing, and calls that a person has to approve. */
export const STORY: readonly StoryStep[] = [
  {
    says: 'An agent looks at which notes there are. That only reads.',
    tool: 'list_notes',
    arguments: () => ({}),
    learn: (content, seen) => ({ ...seen, notes: notesIn(content['notes']) }),
    tells: (_content, { notes }) => `There ${amount(notes.length)}.`,
  },
  {
    says: `It searches them for "${WORD}".`,
    tool: 'search_notes',
    arguments: () => ({ query: WORD }),
    tells: (content) => `There ${amount(notesIn(content['matches']).length)} with that word.`,
  },
  readNote('It reads one of them.', 0),
  readNote('It reads another one.', 1),
  {
    says: 'It writes a note of its own. That adds something and destroys nothing.',
    tool: 'create_note',
    arguments: () => ({ title: 'Written by the demo', text: 'An agent wrote this.', tags: ['demo'] }),
    learn: ({ id }, seen) => ({ ...seen, own: typeof id === 'string' ? id : undefined }),
  },
  {
    says: 'It adds a line to its note.',
    tool: 'append_to_note',
    arguments: ({ own }) => (own === undefined ? undefined : { id: own, text: 'And then it wrote some more.' }),
  },
  {
    says: 'It asks for a note that is not there. Calls that fail are remembered as well.',
    tool: 'read_note',
    arguments: () => ({ id: NO_NOTE }),
  },
  {
    says: 'It gets the arguments wrong, with a number for a title.',
    tool: 'create_note',
    arguments: () => ({ title: 42 }),
  },
  {
    says: 'It wants to publish its note on the web: the first call that would reach beyond this machine. The playground has no web to publish to.',
    tool: 'publish_note',
    arguments: ({ own }) => withId(own),
  },
  {
    says: 'It tries a tool that declares that it only reads, while its own words say that it deletes.',
    tool: 'purge_drafts',
    arguments: () => ({}),
  },
  {
    says: 'It wants to delete its note. That cannot be undone, so a person has to say yes.',
    tool: 'delete_note',
    arguments: ({ own }) => withId(own),
  },
  {
    says: 'It looks at the notes once more.',
    tool: 'list_notes',
    arguments: ({ own }) => (own === undefined ? undefined : {}),
    learn: (content, seen) => ({ ...seen, notes: notesIn(content['notes']) }),
    tells: (_content, { notes, own }) =>
      notes.some(({ id }) => id === own)
        ? 'Its note is still there: without a yes nothing is deleted.'
        : 'Its note is gone, because a person said yes.',
  },
];

const withId = (id: string | undefined): JsonObject | undefined => (id === undefined ? undefined : { id });

const amount = (notes: number): string => (notes === 1 ? 'is one note' : `are ${notes} notes`);

function notesIn(value: unknown): readonly Note[] {
  const notes = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return notes.map(({ id, title }) => ({ id: String(id), title: String(title) }));
}
