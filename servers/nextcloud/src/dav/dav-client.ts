import { NextcloudError } from '../errors.ts';
import type { Nextcloud } from '../http/nextcloud.ts';
import { bareEtag, type DavResource, davText, parseMultistatus } from './multistatus.ts';
import { buildXml, element, type XmlElement } from './xml.ts';

/** A calendar object or a card as stored on the server. */
export interface DavObject {
  /** The last part of its path. */
  readonly file: string;
  readonly path: readonly string[];
  readonly etag: string;
  readonly data: string;
}

/** A precondition: overwrite only this version, or create only. */
export type Precondition = { readonly etag: string } | 'new';

/** The requests that are the same for calendars and address books. */
export interface DavClient {
  readonly propfind: (target: Target, depth: '0' | '1', props: readonly string[]) => Promise<readonly DavResource[]>;
  readonly query: (target: Target, report: XmlElement, dataName: string) => Promise<readonly DavObject[]>;
  readonly get: (target: Target) => Promise<DavObject | undefined>;
  /** Returns the new etag. */
  readonly put: (target: Target, data: string, type: string, only: Precondition) => Promise<string>;
  readonly send: (target: Target, method: string, body: XmlElement) => Promise<string>;
  /** `false` if there was none; fails if it has another etag by now. */
  readonly remove: (target: Target, etag?: string) => Promise<boolean>;
  readonly move: (target: Target, destination: readonly string[], etag: string) => Promise<void>;
}

interface Target {
  readonly path: readonly string[];
  /** The object's name for error messages: `calendar 'work'`. */
  readonly what: string;
}

const XML = { 'content-type': 'application/xml; charset=utf-8' };

export function createDavClient(nextcloud: Nextcloud, signal: AbortSignal): DavClient {
  const etagOf = async (target: Target): Promise<string> => {
    const [found] = await propfind(target, '0', ['d:getetag']);
    return found === undefined ? '' : bareEtag(davText(found, 'd:getetag'));
  };
  const propfind: DavClient['propfind'] = async (target, depth, props) => {
    const { text } = await nextcloud.request({
      ...target,
      method: 'PROPFIND',
      headers: { ...XML, depth },
      body: buildXml(element('d:propfind', [propsOf(props)])),
      signal,
    });
    return parseMultistatus(text);
  };
  return {
    propfind,
    query: async (target, report, dataName) => {
      const { text } = await nextcloud.request({
        ...target,
        method: 'REPORT',
        headers: { ...XML, depth: '1' },
        body: buildXml(report),
        signal,
      });
      return parseMultistatus(text).flatMap((resource) => {
        const [file, data] = [resource.path.at(-1), davText(resource, dataName)];
        if (file === undefined || data === undefined) return [];
        return [
          { file, path: [...withoutSlash(target.path), file], etag: bareEtag(davText(resource, 'd:getetag')), data },
        ];
      });
    },
    get: async (target) => {
      const { status, text, headers } = await nextcloud.request({ ...target, method: 'GET', accept: [404], signal });
      if (status === 404) return undefined;
      return { file: target.path.at(-1) ?? '', path: target.path, etag: bareEtag(headers.get('etag')), data: text };
    },
    put: async (target, data, type, only) => {
      const { status, headers } = await nextcloud.request({
        ...target,
        method: 'PUT',
        headers: { 'content-type': type, ...(only === 'new' ? { 'if-none-match': '*' } : ifMatch(only.etag)) },
        body: data,
        // Without an etag a failed precondition means that the name is taken.
        ...(only === 'new' && { accept: [412] }),
        signal,
      });
      if (status === 412) throw existsAlready(target.what);
      return bareEtag(headers.get('etag')) || etagOf(target);
    },
    send: async (target, method, body) =>
      (await nextcloud.request({ ...target, method, headers: XML, body: buildXml(body), signal })).text,
    remove: async (target, etag) => {
      const { status } = await nextcloud.request({
        ...target,
        method: 'DELETE',
        ...(etag !== undefined && etag !== '' && { headers: ifMatch(etag) }),
        accept: [404],
        signal,
      });
      return status !== 404;
    },
    move: async (target, destination, etag) => {
      const headers = { overwrite: 'F', ...ifMatch(etag) };
      await nextcloud.request({ ...target, method: 'MOVE', destination, headers, signal });
    },
  };
}

/** `<d:prop>` with these names. */
export const propsOf = (names: readonly string[]): XmlElement =>
  element(
    'd:prop',
    names.map((name) => element(name)),
  );

/** A path as an address: `/remote.php/dav/calendars/ada/personal/`. */
export const toEncodedPath = (path: readonly string[]): string => `/${path.map(encodeURIComponent).join('/')}`;

const withoutSlash = (path: readonly string[]): readonly string[] => path.filter((segment) => segment !== '');

const ifMatch = (etag: string): Readonly<Record<string, string>> => (etag === '' ? {} : { 'if-match': `"${etag}"` });

const existsAlready = (what: string): NextcloudError =>
  new NextcloudError(
    'CONFLICT',
    `${what.charAt(0).toUpperCase()}${what.slice(1)} exists already, so nothing was written. Choose another name, or update what is there.`,
    { status: 412 },
  );
