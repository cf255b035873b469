import type { Finding, Fingerprint, PartialHints, Resolution, ToolDefinition } from '@toolmark/annotations';
import type { ToolCuration } from '@toolmark/api-contract';
import type { Era, JsonObject } from '@toolmark/base';
import type { ServerOffer } from '@toolmark/upstream';
import type { Scope } from './scope.ts';

/** Everything that the servers offer, under the names and addresses that clients use. Immutable: every change makes a new catalog. */
export interface Catalog {
  readonly toolsByName: ReadonlyMap<string, CatalogTool>;
  /** In the order of the config and of each server's list, including disabled tools, which are on no page. */
  readonly tools: readonly CatalogTool[];
  readonly promptsByName: ReadonlyMap<string, CatalogItem>;
  readonly prompts: readonly CatalogItem[];
  readonly resources: readonly CatalogItem[];
  readonly templates: readonly CatalogItem[];
  /** Definitions that could not be offered, or only repaired. Invalid definitions appear nowhere else. */
  readonly problems: readonly CatalogProblem[];
  /** In the order of the config, including servers that offer nothing. */
  readonly servers: readonly string[];
  /** A page of a list as the bytes of its result, complete for the era; `undefined` for an unknown cursor. */
  readonly page: (list: ListMethod, era: Era, cursor: string | undefined) => Buffer | undefined;
  /** Where to read a resource, best first: servers that list it, that have a template for it, that have any resources. */
  readonly routesOf: (uri: string) => readonly ResourceRoute[];
  /** The address under which clients know a server's resource. */
  readonly exposedUri: (server: string, uri: string) => string;
  /** The part of the catalog in a scope, with the same names. The same scope gives the same object. */
  readonly within: (scope: Scope) => Catalog;
}

/** Finds a tool by the name that the caller uses, with the strictest hints that its server has announced so far. */
export type ToolFor = (name: string, caller: { readonly scope?: Scope | undefined }) => CatalogTool | undefined;

export type ListMethod = 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list';

export interface ResourceRoute {
  readonly server: string;
  /** The address that the server uses. */
  readonly uri: string;
}

/** A prompt, resource or template. */
export interface CatalogItem {
  readonly server: string;
  /** The name, URI or URI template that the server uses. */
  readonly original: string;
  /** The one that clients use. */
  readonly exposed: string;
  readonly raw: JsonObject;
}

export interface CatalogTool {
  readonly server: string;
  /** The definition that its server sent, without changes by a person. */
  readonly definition: ToolDefinition;
  /** `server__tool`, or the tool's own name in transparent mode. */
  readonly exposed: string;
  readonly resolution: Resolution;
  /** Hints that a person set; empty for almost every tool. */
  readonly override: PartialHints;
  /** A person's changes to how it is offered. Its name is in `exposed`. */
  readonly curation: ToolCuration;
  /** Findings of the `spec` profile, including malformed hints. */
  readonly findings: readonly Finding[];
  /** Repairs of the definition for clients, one sentence each; empty for almost every tool. */
  readonly repairs: readonly string[];
  readonly fingerprint: () => Promise<Fingerprint>;
  /** Arguments that 2026-07-28 clients mirror into `Mcp-Param-*` headers. */
  readonly paramHeaders: readonly ParamHeader[];
}

export interface ParamHeader {
  /** Lower case, with the prefix: `mcp-param-region`. */
  readonly header: string;
  /** Path of the argument: `['filter', 'region']`. */
  readonly path: readonly string[];
}

interface CatalogProblem {
  readonly server: string;
  readonly message: string;
}

export interface CatalogOptions {
  readonly transparent: boolean;
  readonly pageSize: number;
  /** The gateway's identity, for 2026-07-28 results. */
  readonly serverInfo: JsonObject;
}

/** A server's offer with the server's name. */
export interface NamedOffer {
  readonly server: string;
  readonly offer: ServerOffer;
}
