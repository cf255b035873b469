import type { World } from '../app.ts';
import { createNode, type FileNode } from './file-node.ts';

/** One red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const FILES: readonly (readonly [path: string, content: string | Buffer])[] = [
  ['Readme.md', '# Welcome\n\nThese files are samples. Nothing here leaves this machine.\n'],
  ['Documents/Budget 2026.csv', 'item,amount\nRent,9600\nTravel,1800\nBooks,240\n'],
  ['Documents/Meeting notes.md', '# Monday\n\n- Ship the release on Thursday\n- Ask Grace about the venue\n'],
  ['Documents/settings.json', '{\n  "theme": "dark",\n  "language": "en"\n}\n'],
  ['Photos/Überblick.png', Buffer.from(PIXEL, 'base64')],
  ['Projects/app/compose.yaml', 'services:\n  web:\n    image: nginx:stable\n    ports: ["8080:80"]\n'],
];
const FAVORITES: ReadonlySet<string> = new Set(['Documents/Meeting notes.md']);

/** Puts a few files of different kinds into a tree. */
export function addSamples(world: World, root: FileNode): void {
  for (const [path, content] of FILES) {
    const segments = path.split('/');
    let folder = root;
    for (const segment of segments.slice(0, -1)) {
      const next = folder.children.get(segment) ?? createNode(world);
      folder.children.set(segment, next);
      folder = next;
    }
    const node = createNode(world, Buffer.from(content));
    node.isFavorite = FAVORITES.has(path);
    folder.children.set(segments.at(-1) ?? path, node);
  }
}
