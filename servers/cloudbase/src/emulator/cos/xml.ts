import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import type { EmulatorReply } from '../exchange.ts';
import { Refusal } from '../refusal.ts';

const builder = new XMLBuilder({ format: false, suppressEmptyNode: true });
const LISTS = new Set([
  'CORSRule',
  'AllowedOrigin',
  'AllowedMethod',
  'AllowedHeader',
  'ExposeHeader',
  'Object',
  'Part',
  'RoutingRule',
]);
// Numbers stay text; only the predefined entities of XML are supported.
const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => LISTS.has(name),
  processEntities: true,
});

/** One element of a body, as a record of its children. */
export type XmlElement = Readonly<Record<string, unknown>>;

export function xml(root: string, content: unknown, status = 200): EmulatorReply {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [root]: content })}`,
  };
}

export function parseXml(body: Buffer, root: string): XmlElement {
  try {
    const parsed = parser.parse(body.toString()) as Record<string, unknown>;
    if (!(root in parsed)) throw new TypeError(`no ${root}`);
    const content = parsed[root];
    return typeof content === 'object' && content !== null ? (content as XmlElement) : {};
  } catch {
    throw new Refusal('MalformedXML', `The body is no ${root}.`, 400);
  }
}

/** The elements of one name, with white space between them left out. */
export const elementsOf = (parent: XmlElement, name: string): readonly XmlElement[] =>
  childList(parent, name).filter((each): each is XmlElement => typeof each === 'object' && each !== null);

export const childTexts = (parent: XmlElement, name: string): readonly string[] =>
  childList(parent, name).map((each) => String(each));

export const childText = (parent: XmlElement, name: string): string | undefined => childTexts(parent, name)[0];

function childList(parent: XmlElement, name: string): readonly unknown[] {
  const value = parent[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
