import { child, childrenOf, element } from '../../dav/xml.ts';
import { davError, type EmulatorReply, type EmulatorRequest } from '../app.ts';
import { multistatus, parseBodyXml, propfind, response } from '../dav/multistatus.ts';
import type { Mount } from '../sharing/share-store.ts';
import { type FoundNode, walk } from './file-node.ts';
import { toResource } from './file-props.ts';
import type { Tags } from './tags.ts';

/** PROPPATCH of the one property that can be set here. */
export function patchFavorite(request: EmulatorRequest, { path, node }: FoundNode): EmulatorReply {
  const body = parseBodyXml(request);
  const [change, ...others] = childrenOf(child(child(body, 'd:set'), 'd:prop'), 'oc:favorite');
  const names = body?.children.flatMap((each) => child(each, 'd:prop')?.children ?? []) ?? [];
  if (change === undefined || others.length > 0 || names.length !== 1)
    return davError(501, 'NotImplemented', 'The emulator sets no other property than oc:favorite.');
  node.isFavorite = change.text === '1';
  return multistatus([response(toResource(request.user, { path, node }).href, [element('oc:favorite')])]);
}

/** REPORT filter-files: files below a folder that are favorites, or have all of the given tags. */
export function filterFiles(
  request: EmulatorRequest,
  { path, node }: FoundNode,
  tags: Tags,
  mounts: readonly Mount[],
): EmulatorReply {
  const body = parseBodyXml(request);
  if (body?.name !== 'oc:filter-files')
    return davError(415, 'ReportNotSupported', 'The emulator only knows the report filter-files here.');
  const rules = child(body, 'oc:filter-rules')?.children ?? [];
  const found = [...walk(node, path)].slice(1).filter((each) =>
    rules.every(({ name, text }) => {
      if (name === 'oc:favorite') return each.node.isFavorite === (text === '1');
      if (name === 'oc:systemtag') return tags.has(each.node.id, Number(text));
      return false;
    }),
  );
  const resources = found.map((each) => toResource(request.user, each, mounts));
  return propfind(request, resources, '1, 3');
}
