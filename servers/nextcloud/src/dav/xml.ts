import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { NextcloudError } from '../errors.ts';

/** The namespaces that Nextcloud's DAV uses, under the prefixes of this server. */
export const NAMESPACES = {
  d: 'DAV:',
  oc: 'http://owncloud.org/ns',
  nc: 'http://nextcloud.org/ns',
  c: 'urn:ietf:params:xml:ns:caldav',
  card: 'urn:ietf:params:xml:ns:carddav',
  cs: 'http://calendarserver.org/ns/',
  a: 'http://apple.com/ns/ical/',
  s: 'http://sabredav.org/ns',
} as const;

/** An element: its name with our prefix (`d:prop`), attributes, text, children in order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

// Entities are decoded, values stay text, and no document type may be declared.
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: true,
  // Numeric references count as HTML entities here; Nextcloud sends `&#13;` at the end of each line of a vCard.
  htmlEntities: true,
});

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: true,
});

/**
 * Reads XML; prefixes of the document are replaced by ours.
 *
 * @example
 * parseXml('<x:prop xmlns:x="DAV:"/>').name // 'd:prop'
 */
export function parseXml(text: string): XmlElement {
  if (/<!DOCTYPE/i.test(text.slice(0, 1_000))) throw unreadable();
  try {
    const nodes = parser.parse(text) as readonly OrderedNode[];
    const root = nodes.find((node) => elementName(node) !== undefined && !elementName(node)?.startsWith('?'));
    if (root !== undefined) return toElement(root, {});
  } catch {
    // Reported by the error below.
  }
  throw unreadable();
}

/**
 * Writes XML with our prefixes declared on the root. Text and attributes are escaped.
 *
 * @example
 * buildXml(element('d:propfind', [element('d:prop', [element('d:getetag')])]))
 */
export function buildXml(root: XmlElement): string {
  const declared = Object.fromEntries(Object.entries(NAMESPACES).map(([prefix, uri]) => [`xmlns:${prefix}`, uri]));
  const node = toNode({ ...root, attributes: { ...declared, ...root.attributes } });
  return `<?xml version="1.0" encoding="utf-8"?>\n${builder.build([node]) as string}`;
}

/** An element to be written: children, or a text. */
export function element(
  name: string,
  content: readonly XmlElement[] | string = [],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  return typeof content === 'string'
    ? { name, attributes, text: content, children: [] }
    : { name, attributes, text: '', children: content };
}

/** The first child of this name. */
export const child = (parent: XmlElement | undefined, name: string): XmlElement | undefined =>
  parent?.children.find((each) => each.name === name);

/** All children of this name. */
export const childrenOf = (parent: XmlElement | undefined, name: string): readonly XmlElement[] =>
  parent?.children.filter((each) => each.name === name) ?? [];

/** The node format of fast-xml-parser: one key for the name, `:@` for the attributes, `#text` for text. */
type OrderedNode = Readonly<Record<string, unknown>>;

const elementName = (node: OrderedNode): string | undefined => Object.keys(node).find((key) => key !== ':@');

function toElement(node: OrderedNode, outer: Readonly<Record<string, string>>): XmlElement {
  const name = elementName(node) ?? '';
  const given = (node[':@'] ?? {}) as Readonly<Record<string, string>>;
  const scope = { ...outer };
  for (const [key, value] of Object.entries(given)) {
    if (key === 'xmlns') scope[''] = value;
    else if (key.startsWith('xmlns:')) scope[key.slice(6)] = value;
  }
  const inner = (node[name] ?? []) as readonly OrderedNode[];
  const texts = inner.filter((each) => '#text' in each).map((each) => String(each['#text']));
  const elements = inner.filter((each) => !('#text' in each));
  return {
    name: withOurPrefix(name, scope),
    attributes: Object.fromEntries(Object.entries(given).filter(([key]) => !key.startsWith('xmlns'))),
    text: texts.join(''),
    children: elements.map((each) => toElement(each, scope)),
  };
}

const PREFIXES: ReadonlyMap<string, string> = new Map(Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix]));

function withOurPrefix(name: string, scope: Readonly<Record<string, string>>): string {
  const [prefix, local] = name.includes(':') ? (name.split(':', 2) as [string, string]) : ['', name];
  const uri = scope[prefix] ?? '';
  return `${PREFIXES.get(uri) ?? `{${uri}}`}:${local}`;
}

function toNode({ name, attributes, text, children }: XmlElement): OrderedNode {
  const inner = text === '' ? children.map(toNode) : [{ '#text': text }];
  return { [name]: inner, ...(Object.keys(attributes).length > 0 && { ':@': attributes }) };
}

const unreadable = (): NextcloudError =>
  new NextcloudError('UNEXPECTED_REPLY', 'Nextcloud answered with XML that cannot be read.');
