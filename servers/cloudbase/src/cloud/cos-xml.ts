import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import type { CorsRule, ObjectPage, WebsiteConfig } from './object-store.ts';

type Element = Readonly<Record<string, unknown>>;

/** Repeatable elements: parse a single one as a list, too. */
const LISTS: ReadonlySet<string> = new Set([
  'Contents',
  'CommonPrefixes',
  'CORSRule',
  'AllowedOrigin',
  'AllowedMethod',
  'AllowedHeader',
  'ExposeHeader',
  'RoutingRule',
  'Deleted',
  'Error',
]);

// Values stay strings, because a key such as "007" is not a number.
const parser = new XMLParser({
  ignoreDeclaration: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  isArray: (name, path) => LISTS.has(name) && String(path).includes('.'),
});
const builder = new XMLBuilder({});

/** The content of the root element `name`; `undefined` if the text is not such a document. */
export function parseXml(text: string, name: string): Element | undefined {
  try {
    const parsed: unknown = parser.parse(text);
    if (!isElement(parsed) || !(name in parsed)) return undefined;
    const root = parsed[name];
    return isElement(root) ? root : {};
  } catch {
    return undefined;
  }
}

export const buildXml = (document: Element): string => builder.build(document) as string;

export interface CosFailure {
  readonly code: string;
  readonly message: string;
  readonly requestId: string | undefined;
}

export function parseFailure(text: string): CosFailure | undefined {
  const error = parseXml(text, 'Error');
  if (error === undefined) return undefined;
  const requestId = stringIn(error, 'RequestId');
  return {
    code: stringIn(error, 'Code') || 'Unknown',
    message: stringIn(error, 'Message'),
    requestId: requestId === '' ? undefined : requestId,
  };
}

export function toObjectPage(root: Element): ObjectPage {
  const objects = elementsIn(root, 'Contents').map((each) => ({
    key: stringIn(each, 'Key'),
    size: Number(stringIn(each, 'Size')) || 0,
    etag: toEtag(stringIn(each, 'ETag')),
    lastModified: stringIn(each, 'LastModified'),
  }));
  const folders = elementsIn(root, 'CommonPrefixes').map((each) => stringIn(each, 'Prefix'));
  const isTruncated = stringIn(root, 'IsTruncated') === 'true';
  // COS sends the next marker only with a delimiter; without one it is the last key.
  const next = stringIn(root, 'NextMarker') || objects.at(-1)?.key;
  return { objects, folders, nextMarker: isTruncated ? next : undefined };
}

export const toCorsRules = (root: Element): readonly CorsRule[] =>
  elementsIn(root, 'CORSRule').map((rule) => ({
    allowedOrigins: stringsIn(rule, 'AllowedOrigin'),
    allowedMethods: stringsIn(rule, 'AllowedMethod'),
    allowedHeaders: stringsIn(rule, 'AllowedHeader'),
    exposeHeaders: stringsIn(rule, 'ExposeHeader'),
    maxAgeSeconds: toNumber(stringIn(rule, 'MaxAgeSeconds')),
  }));

export const fromCorsRules = (rules: readonly CorsRule[]): Element => ({
  CORSConfiguration: {
    CORSRule: rules.map(({ allowedOrigins, allowedMethods, allowedHeaders, exposeHeaders, maxAgeSeconds }) => ({
      AllowedOrigin: allowedOrigins,
      AllowedMethod: allowedMethods,
      AllowedHeader: allowedHeaders,
      ExposeHeader: exposeHeaders,
      ...(maxAgeSeconds !== undefined && { MaxAgeSeconds: maxAgeSeconds }),
    })),
  },
});

export function toWebsiteConfig(root: Element): WebsiteConfig {
  const [index, error, rules] = ['IndexDocument', 'ErrorDocument', 'RoutingRules'].map((name) => root[name]);
  const errorDocument = isElement(error) ? stringIn(error, 'Key') : '';
  return {
    indexDocument: isElement(index) ? stringIn(index, 'Suffix') : '',
    errorDocument: errorDocument === '' ? undefined : errorDocument,
    routingRules: isElement(rules) ? elementsIn(rules, 'RoutingRule') : [],
  };
}

export const toEtag = (text: string): string => text.replace(/^"|"$/g, '');

export const stringIn = (element: Element, name: string): string => {
  const value = element[name];
  return typeof value === 'string' ? value : '';
};

export const elementsIn = (element: Element, name: string): readonly Element[] => {
  const value = element[name];
  return Array.isArray(value) ? value.filter(isElement) : [];
};

const stringsIn = (element: Element, name: string): readonly string[] => {
  const value = element[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
};

const toNumber = (text: string): number | undefined => (text === '' ? undefined : Number(text) || 0);

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
