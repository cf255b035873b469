import type { ResourceRoute } from '../model/catalog.ts';
import { templateMatcher } from './uri-template.ts';

/** The resource URIs of one server. */
export interface ServerAddresses {
  readonly server: string;
  readonly uris: ReadonlySet<string>;
  readonly templates: readonly TemplateAddress[];
  /** Whether the server declares resources. */
  readonly hasResources: boolean;
}

export interface TemplateAddress {
  readonly template: string;
  readonly matches: (uri: string) => boolean;
}

export function toTemplateAddress(template: string): TemplateAddress {
  return { template, matches: templateMatcher(template) };
}

/** Maps resource URIs to servers. */
export interface Addresses {
  readonly routesOf: (uri: string) => readonly ResourceRoute[];
  readonly exposedUri: (server: string, uri: string) => string;
  readonly exposedTemplate: (server: string, template: string) => string;
}

const SCHEME = 'toolmark://';

/**
 * Resources keep their own URI, because results of tools link to them. If an earlier server has the same URI, the later
 * one gets an explicit form: `toolmark://notes/file:///a.txt`. That form works for every resource of every server.
 */
export function createAddresses(servers: readonly ServerAddresses[], transparent: boolean): Addresses {
  if (transparent) {
    const unchanged = (_server: string, uri: string): string => uri;
    return {
      routesOf: (uri) => candidateServers(servers, uri).map((server) => ({ server, uri })),
      exposedUri: unchanged,
      exposedTemplate: unchanged,
    };
  }
  const owners = firstServerByKey(servers, ({ uris }) => uris);
  const templateOwners = firstServerByKey(servers, ({ templates }) => templates.map(({ template }) => template));
  const namedServers = new Map(servers.map(({ server }) => [serverHost(server), server]));

  const ownerOf = (uri: string): string | undefined =>
    owners.get(uri) ?? serversWithTemplate(servers, uri).next().value;
  // An unescaped URI in our own scheme would lead to the server it names.
  const expose = (server: string, uri: string, owner: string | undefined): string =>
    (owner === undefined || owner === server) && !uri.startsWith(SCHEME) ? uri : explicitUri(server, uri);

  return {
    routesOf: (uri) => {
      const named = readExplicit(namedServers, uri);
      return named === undefined ? candidateServers(servers, uri).map((server) => ({ server, uri })) : [named];
    },
    exposedUri: (server, uri) => expose(server, uri, ownerOf(uri)),
    exposedTemplate: (server, template) => expose(server, template, templateOwners.get(template)),
  };
}

/** The original is appended unencoded, so that a template stays a template. */
function explicitUri(server: string, uri: string): string {
  return `${SCHEME}${serverHost(server)}/${uri}`;
}

/** A server's name as a URI host; unique and valid for every name. */
function serverHost(server: string): string {
  return encodeURIComponent(server.toWellFormed());
}

function readExplicit(servers: ReadonlyMap<string, string>, uri: string): ResourceRoute | undefined {
  if (!uri.startsWith(SCHEME)) return undefined;
  const end = uri.indexOf('/', SCHEME.length);
  const server = servers.get(uri.slice(SCHEME.length, end < 0 ? undefined : end));
  return server === undefined || end < 0 ? undefined : { server, uri: uri.slice(end + 1) };
}

/** Servers that may have a URI, most likely first: listed, matching template, any resources. */
function candidateServers(servers: readonly ServerAddresses[], uri: string): readonly string[] {
  const listed = servers.filter(({ uris }) => uris.has(uri)).map(({ server }) => server);
  const capable = servers.filter(({ hasResources }) => hasResources).map(({ server }) => server);
  return [...new Set([...listed, ...serversWithTemplate(servers, uri), ...capable])];
}

function* serversWithTemplate(servers: readonly ServerAddresses[], uri: string): Generator<string, undefined> {
  for (const { server, templates } of servers) if (templates.some(({ matches }) => matches(uri))) yield server;
}

function firstServerByKey(
  servers: readonly ServerAddresses[],
  pick: (server: ServerAddresses) => Iterable<string>,
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const entry of servers) for (const key of pick(entry)) if (!owners.has(key)) owners.set(key, entry.server);
  return owners;
}
