import {
  after,
  type EmulatorApp,
  type EmulatorReply,
  type EmulatorRequest,
  fieldsOf,
  json,
  type World,
} from './app.ts';

interface StoredNote {
  readonly id: number;
  readonly user: string;
  title: string;
  content: string;
  category: string;
  modified: number;
  etag: string;
}

const SAMPLES: readonly (readonly [title: string, category: string, content: string])[] = [
  ['Groceries', 'Home', '- [ ] Bread\n- [ ] Olive oil\n- [ ] Coffee beans'],
  ['Release checklist', 'Work', '1. Run the tests\n2. Write the changelog\n3. Tag the release'],
  ['Lisbon in May', 'Trips', 'Ferry to Cacilhas at sunset. Book the tile museum for Tuesday.'],
];

/** The Notes app, version 1 of its API. */
export function createNotesApp(world: World): EmulatorApp {
  const notes = new Map<number, StoredNote>();
  const add = (user: string, title: string, category: string, content: string): StoredNote => {
    const note: StoredNote = {
      id: world.nextId(),
      user,
      title: freeTitle(
        [...notes.values()].filter((each) => each.user === user && each.category === category),
        title,
      ),
      content,
      category,
      modified: seconds(world),
      etag: world.newEtag(),
    };
    notes.set(note.id, note);
    return note;
  };
  if (world.hasSamples)
    for (const user of world.users.keys())
      for (const [title, category, content] of SAMPLES) add(user, title, category, content);

  const handleOne = (request: EmulatorRequest, id: number): EmulatorReply => {
    const note = notes.get(id);
    if (note === undefined || note.user !== request.user)
      return json({ errorType: 'OCA\\Notes\\Service\\NoteDoesNotExistException' }, 404);
    switch (request.method) {
      case 'GET':
        return json(toWire(note), 200, { etag: `"${note.etag}"` });
      case 'DELETE':
        notes.delete(id);
        return json([]);
      case 'PUT': {
        const ifMatch = request.header('if-match');
        if (ifMatch !== undefined && ifMatch !== `"${note.etag}"`) return json(toWire(note), 412);
        const { title, content, category } = fieldsOf(request);
        if (typeof title === 'string') note.title = title;
        if (typeof content === 'string') note.content = content;
        if (typeof category === 'string') note.category = category;
        note.modified = seconds(world);
        note.etag = world.newEtag();
        return json(toWire(note));
      }
      default:
        return { status: 405 };
    }
  };
  const list = ({ user, query }: EmulatorRequest): EmulatorReply => {
    const all = [...notes.values()].filter((note) => note.user === user);
    const size = Number(query.get('chunkSize') ?? 0);
    const from = Number(query.get('chunkCursor') ?? 0);
    const etag = { etag: `"${world.newEtag()}"` };
    if (size <= 0 || from + size >= all.length) {
      // The last chunk lists the remaining notes by id only.
      return json([...all.slice(0, from).map(({ id }) => ({ id })), ...all.slice(from).map(toWire)], 200, etag);
    }
    return json(all.slice(from, from + size).map(toWire), 200, {
      ...etag,
      'x-notes-chunk-cursor': String(from + size),
    });
  };
  return {
    name: 'notes',
    snapshot: () =>
      [...notes.values()].map(({ id, user, title, content, category }) => ({ id, user, title, content, category })),
    handle: (request) => {
      const rest = after(request.path, 'apps', 'notes', 'api');
      if (rest === undefined) return undefined;
      const [version, kind, id] = rest;
      if (kind === 'settings') return json({ notesPath: 'Notes', fileSuffix: '.md', noteMode: 'rich' });
      if (version === 'v1.4' && kind === 'attachment') return json({ message: 'not found' }, 404);
      if (kind !== 'notes') return { status: 404 };
      if (id !== undefined) return handleOne(request, Number(id));
      if (request.method === 'GET') return list(request);
      const { title = '', content = '', category = '' } = fieldsOf(request);
      return json(toWire(add(request.user, String(title) || 'New note', String(category), String(content))));
    },
  };
}

const seconds = ({ now }: World): number => Math.floor(now().getTime() / 1000);

/** Makes titles unique like file names, by appending a number. */
function freeTitle(others: readonly StoredNote[], title: string): string {
  const taken = new Set(others.map((note) => note.title));
  if (!taken.has(title)) return title;
  let number = 2;
  while (taken.has(`${title} (${number})`)) number++;
  return `${title} (${number})`;
}

const toWire = ({ id, title, modified, category, content, etag }: StoredNote): object => ({
  id,
  title,
  modified,
  category,
  favorite: false,
  readonly: false,
  internalPath: `/Notes/${category === '' ? '' : `${category}/`}${title}.md`,
  shareTypes: [],
  isShared: false,
  error: false,
  errorType: '',
  content,
  etag,
});
