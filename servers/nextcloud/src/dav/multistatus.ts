import { child, childrenOf, parseXml, type XmlElement } from './xml.ts';

/** One resource of a multistatus, with the properties that it has. */
export interface DavResource {
  /** The path as segments, percent-decoded. */
  readonly path: readonly string[];
  /** Whether the path ends with a slash, which marks a collection. */
  readonly isFolder: boolean;
  /** Set if the whole resource failed. */
  readonly status: number | undefined;
  /** By prefixed name; only properties with status 200. */
  readonly props: ReadonlyMap<string, XmlElement>;
}

/**
 * Reads a 207 response.
 *
 * @example
 * const [folder, ...entries] = parseMultistatus(response.text);
 */
export function parseMultistatus(text: string): readonly DavResource[] {
  return childrenOf(parseXml(text), 'd:response').map(toResource);
}

/** The text of a property, `undefined` if it is not there. */
export const davText = (resource: DavResource, name: string): string | undefined => resource.props.get(name)?.text;

/** An etag as tools return it: without the quotes, and without the mark of a weak one. */
export const bareEtag = (etag: string | null | undefined): string =>
  (etag ?? '').replace(/^W\//, '').replaceAll('"', '');

function toResource(response: XmlElement): DavResource {
  const href = child(response, 'd:href')?.text.trim() ?? '';
  const pathname = href.startsWith('http') ? new URL(href).pathname : href;
  const props = new Map<string, XmlElement>();
  for (const propstat of childrenOf(response, 'd:propstat')) {
    if (readStatus(propstat) !== 200) continue;
    for (const prop of child(propstat, 'd:prop')?.children ?? []) props.set(prop.name, prop);
  }
  return {
    path: pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeSegment),
    isFolder: pathname.endsWith('/'),
    status: readStatus(response),
    props,
  };
}

function readStatus(parent: XmlElement): number | undefined {
  const found = /\s(\d{3})(?:\s|$)/.exec(child(parent, 'd:status')?.text ?? '');
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
