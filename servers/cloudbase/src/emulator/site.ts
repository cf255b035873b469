import { decoded, type EmulatorReply, type EmulatorRequest } from './exchange.ts';
import { environmentOf, type World } from './world.ts';

/** Serves the public static site of an environment. */
export function handleSite(
  world: World,
  { method }: EmulatorRequest,
  { envId, rest }: { readonly envId: string; readonly rest: string },
): EmulatorReply {
  const { hosting } = environmentOf(world, envId);
  const path = decoded(rest).slice(1);
  const index = hosting.website?.indexDocument ?? 'index.html';
  const key = path === '' || path.endsWith('/') ? `${path}${index}` : path;
  const error = hosting.website?.errorDocument;
  const found = hosting.objects.get(key);
  const object = found ?? (error === undefined ? undefined : hosting.objects.get(error));
  if (object === undefined) return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };
  return {
    status: found === undefined ? 404 : 200,
    headers: {
      'content-type': object.contentType,
      etag: object.etag,
      'content-length': String(object.body.length),
    },
    ...(method !== 'HEAD' && { body: object.body }),
  };
}
