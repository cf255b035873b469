import { element } from '../../dav/xml.ts';
import {
  after,
  davError,
  done,
  type EmulatorApp,
  type EmulatorReply,
  type EmulatorRequest,
  fieldsOf,
  type World,
} from '../app.ts';
import { davHref, notFound, propfind, type Resource } from '../dav/multistatus.ts';

/** Assigns system tags to files. */
export interface Tags {
  readonly has: (fileId: number, tagId: number) => boolean;
  readonly app: EmulatorApp;
}

interface Tag {
  readonly id: number;
  readonly name: string;
  readonly isVisible: boolean;
  readonly isAssignable: boolean;
  readonly etag: string;
  readonly files: Set<number>;
}

/** The system tags, which all users share, and their files. */
export function createTags(world: World): Tags {
  const tags = new Map<number, Tag>();
  const create = (request: EmulatorRequest): EmulatorReply => {
    const { name, userVisible = true, userAssignable = true } = fieldsOf(request);
    if (typeof name !== 'string' || name === '') return davError(400, 'BadRequest', 'Missing "name" attribute');
    if ([...tags.values()].some((tag) => tag.name === name)) return davError(409, 'Conflict', 'Tag already exists');
    const id = world.nextId();
    const [isVisible, isAssignable] = [userVisible === true, userAssignable === true];
    tags.set(id, { id, name, isVisible, isAssignable, etag: world.newEtag(), files: new Set() });
    return done(201, { 'content-location': davHref('systemtags', String(id)) });
  };
  const list = (request: EmulatorRequest): EmulatorReply => {
    const root = { href: davHref('systemtags', ''), props: [collection()] };
    const isDeep = request.header('depth') !== '0';
    return propfind(request, [root, ...(isDeep ? [...tags.values()].map(toResource) : [])], '1, 3');
  };
  const assign = ({ method }: EmulatorRequest, fileId: number, tagId: number): EmulatorReply => {
    const tag = tags.get(tagId);
    if (tag === undefined) return notFound(`Tag with id ${tagId} not found`);
    if (method === 'PUT') {
      if (tag.files.has(fileId)) return davError(409, 'Conflict', 'Tag is already assigned');
      tag.files.add(fileId);
      return done(201);
    }
    if (method === 'DELETE') return tag.files.delete(fileId) ? done(204) : notFound('The tag is not assigned');
    return { status: 405 };
  };
  return {
    has: (fileId, tagId) => tags.get(tagId)?.files.has(fileId) ?? false,
    app: {
      name: 'systemtags',
      isCore: true,
      snapshot: () => [...tags.values()].map(({ id, name, files }) => ({ id, name, files: [...files] })),
      handle: (request) => {
        const dav = after(request.path, 'remote.php', 'dav') ?? [];
        if (dav[0] === 'systemtags-relations' && dav[1] === 'files' && dav.length === 4)
          return assign(request, Number(dav[2]), Number(dav[3]));
        if (dav[0] !== 'systemtags') return undefined;
        if (dav.length === 1 && request.method === 'POST') return create(request);
        if (dav.length === 1 && request.method === 'PROPFIND') return list(request);
        if (dav.length !== 2) return undefined;
        const tag = tags.get(Number(dav[1]));
        if (tag === undefined) return notFound(`Tag with id ${Number(dav[1])} not found`);
        if (request.method === 'PROPFIND') return propfind(request, [toResource(tag)], '1, 3');
        if (request.method !== 'DELETE') return undefined;
        tags.delete(tag.id);
        return done(204);
      },
    },
  };
}

const collection = () => element('d:resourcetype', [element('d:collection')]);

const toResource = ({ id, name, isVisible, isAssignable, etag }: Tag): Resource => ({
  href: davHref('systemtags', String(id), ''),
  props: [collection(), element('d:getetag', `"${etag}"`)],
  more: [
    element('oc:id', String(id)),
    element('oc:display-name', name),
    element('oc:user-visible', String(isVisible)),
    element('oc:user-assignable', String(isAssignable)),
    element('oc:can-assign', String(isAssignable)),
  ],
});
