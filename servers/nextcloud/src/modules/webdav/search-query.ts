import { propsOf } from '../../dav/dav-client.ts';
import { buildXml, element, type XmlElement } from '../../dav/xml.ts';
import { FILE_PROPS } from './file-info.ts';

/** The filters of a search; a file must match all. */
export interface SearchFilters {
  readonly name_pattern?: string | undefined;
  readonly mime_type?: string | undefined;
  readonly only_favorites?: boolean | undefined;
}

/**
 * The body of a DAV SEARCH (RFC 5323), newest files first.
 *
 * @example
 * buildSearch('/files/ada', { name_pattern: '*.pdf' }, 50)
 */
export function buildSearch(scopeHref: string, filters: SearchFilters, limit: number): string {
  return buildXml(
    element('d:searchrequest', [
      element('d:basicsearch', [
        element('d:select', [propsOf(FILE_PROPS)]),
        element('d:from', [element('d:scope', [element('d:href', scopeHref), element('d:depth', 'infinity')])]),
        element('d:where', [toCondition(filters)]),
        element('d:orderby', [element('d:order', [propsOf(['d:getlastmodified']), element('d:descending')])]),
        element('d:limit', [element('d:nresults', String(limit))]),
      ]),
    ]),
  );
}

function toCondition({ name_pattern, mime_type, only_favorites }: SearchFilters): XmlElement {
  const conditions = [
    ...(name_pattern === undefined ? [] : [compare('d:like', 'd:displayname', toLike(name_pattern))]),
    ...(mime_type === undefined ? [] : [compare('d:like', 'd:getcontenttype', toTypeLike(mime_type))]),
    ...(only_favorites === true ? [compare('d:eq', 'oc:favorite', '1')] : []),
  ];
  const [first, ...others] = conditions;
  // Nextcloud requires a condition; every name matches %.
  if (first === undefined) return compare('d:like', 'd:displayname', '%');
  return others.length === 0 ? first : element('d:and', conditions);
}

const compare = (operator: string, prop: string, literal: string): XmlElement =>
  element(operator, [propsOf([prop]), element('d:literal', literal)]);

const toLike = (pattern: string): string => pattern.replaceAll('*', '%');

/** `image` and `image/` mean every type of image. */
const toTypeLike = (type: string): string => toLike(/^[^/*%]+\/?$/.test(type) ? `${type.replace('/', '')}/%` : type);
