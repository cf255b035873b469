import type { XmlElement } from '../../dav/xml.ts';
import { davError, done, type EmulatorReply, type EmulatorRequest, type World } from '../app.ts';
import { notFound } from './multistatus.ts';

export interface StoredObject {
  readonly data: string;
  readonly etag: string;
  readonly modified: Date;
}

/** A calendar or an address book. */
export interface Collection {
  /** By name; set with MKCALENDAR, MKCOL and PROPPATCH. */
  readonly props: Map<string, XmlElement>;
  readonly objects: Map<string, StoredObject>;
  /** Incremented by each change. */
  version: number;
}

export interface ObjectRules {
  readonly typeOf: (data: string) => string;
  /** The error reply for invalid data. */
  readonly refuse: (collection: Collection, file: string, data: string) => EmulatorReply | undefined;
  readonly missing: string;
}

export const createCollection = (props: readonly XmlElement[]): Collection => ({
  props: new Map(props.map((prop) => [prop.name, prop])),
  objects: new Map(),
  version: 1,
});

export function store(world: World, collection: Collection, file: string, data: string): StoredObject {
  const object = { data, etag: world.newEtag(), modified: world.now() };
  collection.objects.set(file, object);
  collection.version++;
  return object;
}

/** GET, PUT and DELETE of one object, with the preconditions of HTTP. */
export function handleObject(
  world: World,
  request: EmulatorRequest,
  collection: Collection,
  file: string,
  rules: ObjectRules,
): EmulatorReply {
  const found = collection.objects.get(file);
  const failed = checkPreconditions(request, found);
  if (failed !== undefined) return failed;
  if (request.method === 'PUT') {
    const data = request.body.toString();
    const refused = rules.refuse(collection, file, data);
    if (refused !== undefined) return refused;
    const { etag } = store(world, collection, file, data);
    return done(found === undefined ? 201 : 204, etags(etag));
  }
  if (found === undefined) return notFound(rules.missing);
  if (request.method === 'DELETE') {
    collection.objects.delete(file);
    collection.version++;
    return done(204);
  }
  if (request.method !== 'GET') return { status: 501 };
  const headers = {
    'content-type': rules.typeOf(found.data),
    'last-modified': found.modified.toUTCString(),
    ...etags(found.etag),
  };
  return { status: 200, headers, body: found.data };
}

export function checkPreconditions(
  { header }: EmulatorRequest,
  found: StoredObject | undefined,
): EmulatorReply | undefined {
  const [match, noneMatch] = [header('if-match'), header('if-none-match')];
  if (match !== undefined && (found === undefined || (match !== '*' && match !== `"${found.etag}"`)))
    return withEtag(
      davError(412, 'PreconditionFailed', 'An If-Match header was specified, but none of the specified ETags matched.'),
      found,
    );
  if (noneMatch === '*' && found !== undefined)
    return davError(
      412,
      'PreconditionFailed',
      'An If-None-Match header was specified, but the ETag matched (or * was specified).',
    );
  return undefined;
}

const withEtag = (reply: EmulatorReply, found: StoredObject | undefined): EmulatorReply =>
  found === undefined ? reply : { ...reply, headers: { ...reply.headers, etag: `"${found.etag}"` } };

const etags = (etag: string): Readonly<Record<string, string>> => ({ etag: `"${etag}"`, 'oc-etag': `"${etag}"` });
