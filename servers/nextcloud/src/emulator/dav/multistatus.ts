import { buildXml, child, element, NAMESPACES, parseXml, type XmlElement } from '../../dav/xml.ts';
import { davError, type EmulatorReply, type EmulatorRequest } from '../app.ts';

/** A resource with its properties. */
export interface Resource {
  readonly href: string;
  /** Sent for `allprop`. */
  readonly props: readonly XmlElement[];
  /** Sent only if requested by name. */
  readonly more?: readonly XmlElement[];
}

/** The answer to a PROPFIND: the requested properties, found and not found. */
export function propfind(request: EmulatorRequest, resources: readonly Resource[], dav: string): EmulatorReply {
  const wanted = child(parseBodyXml(request), 'd:prop')?.children.map(({ name }) => name);
  const responses = resources.map(({ href, props, more = [] }) => {
    if (wanted === undefined) return response(href, props);
    const all = [...props, ...more];
    return response(
      href,
      wanted.flatMap((name) => all.find((prop) => prefixedName(prop) === name) ?? []),
      wanted.filter((name) => !all.some((prop) => prefixedName(prop) === name)).map(toEmpty),
    );
  });
  return multistatus(responses, { dav });
}

export const multistatus = (
  responses: readonly XmlElement[],
  headers: Readonly<Record<string, string>> = {},
): EmulatorReply => ({
  status: 207,
  headers: { 'content-type': 'application/xml; charset=utf-8', ...headers },
  body: buildXml(element('d:multistatus', responses)),
});

export const response = (href: string, found: readonly XmlElement[], missing: readonly XmlElement[] = []): XmlElement =>
  element('d:response', [
    element('d:href', href),
    ...(found.length > 0 || missing.length === 0 ? [propstat(found, 'HTTP/1.1 200 OK')] : []),
    ...(missing.length > 0 ? [propstat(missing, 'HTTP/1.1 404 Not Found')] : []),
  ]);

/** The body as XML; `undefined` if there is none. */
export function parseBodyXml({ body }: EmulatorRequest): XmlElement | undefined {
  const text = body.toString();
  return text.trim() === '' ? undefined : parseXml(text);
}

/** A property of a namespace that has no prefix here. */
export const foreign = (namespace: string, name: string, content: readonly XmlElement[] | string = []): XmlElement =>
  element(`x1:${name}`, content, { 'xmlns:x1': namespace });

export const notFound = (message: string): EmulatorReply => davError(404, 'NotFound', message);

export const davHref = (...path: readonly string[]): string =>
  `/remote.php/dav/${path.map(encodeURIComponent).join('/')}`;

const propstat = (props: readonly XmlElement[], status: string): XmlElement =>
  element('d:propstat', [element('d:prop', props), element('d:status', status)]);

/** The name as {@link parseXml} returns it. */
const prefixedName = ({ name, attributes }: XmlElement): string =>
  attributes['xmlns:x1'] === undefined ? name : `{${attributes['xmlns:x1']}}:${name.slice(3)}`;

function toEmpty(name: string): XmlElement {
  const [, namespace, local] = /^\{(.*)\}:(.*)$/.exec(name) ?? [];
  if (namespace === undefined || local === undefined) return element(name);
  return Object.values<string>(NAMESPACES).includes(namespace) ? element(name) : foreign(namespace, local);
}
