import type { Finding, Fingerprint, PartialHints, Resolution, ToolDefinition } from '@toolmark/annotations';
import type { ToolCuration } from '@toolmark/api-contract';
import type { Era, JsonObject } from '@toolmark/base';
import type { ServerOffer } from '@toolmark/upstream';
import type { Scope } from './scope.ts';

/** What all servers offer, under the names and addresses by which clients know it. A value: every change makes a new one. */
export interface Catalog {
  readonly toolsByName: ReadonlyMap<string, CatalogTool>;
  /** In the order of the config and of each server's list, with those that are switched off and in no page. */
  readonly tools: readonly CatalogTool[];
  readonly promptsByName: ReadonlyMap<string, CatalogItem>;
  readonly prompts: readonly CatalogItem[];
  readonly resources: readonly CatalogItem[];
  readonly templates: readonly CatalogItem[];
  /** What could not be offered at all, or only repaired, per server. Nothing else tells of definitions that are none. */
  readonly problems: readonly CatalogProblem[];
  /** In the order of the config, with those that offer nothing. */
  readonly servers: readonly string[];
  /** A page of a list as the bytes of its result, complete for the era; `undefined` for a cursor that was never handed out. */
  readonly page: (list: ListMethod, era: Era, cursor: string | undefined) => Buffer | undefined;
  /** Where a resource is to be read, best guess first: servers that list it, that have a template for it, that have resources. */
  readonly routesOf: (uri: string) => readonly ResourceRoute[];
  /** How a server's resource is called here. */
  readonly exposedUri: (server: string, uri: string) => string;
  /** The part of it that is in a scope. Names stay what they are; the same scope gives the same catalog. */
  readonly within: (scope: Scope) => Catalog;
}

/** Finds a tool by the name under which its caller knows it, as strict as its server has announced it to be by now. */
export type ToolFor = (name: string, caller: { readonly scope?: Scope | undefined }) => CatalogTool | undefined;

export type ListMethod = 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list';

export interface ResourceRoute {
  readonly server: string;
  /** The address as its server knows it. */
  readonly uri: string;
}

/** A prompt, resource or template. */
export interface CatalogItem {
  readonly server: string;
  /** The name, URI or URI template as the server knows it. */
  readonly original: string;
  /** The same as clients know it. */
  readonly exposed: string;
  readonly raw: JsonObject;
}

export interface CatalogTool {
  readonly server: string;
  /** As its server sent it, whatever a person set. */
  readonly definition: ToolDefinition;
  /** `server__tool`, or the tool's own name in transparent mode. */
  readonly exposed: string;
  readonly resolution: Resolution;
  /** Hints that a person set; empty for almost every tool. */
  readonly override: PartialHints;
  /** How it is offered; what it is called is in `exposed`. */
  readonly curation: ToolCuration;
  /** Of the `spec` profile, malformed hints among them. */
  readonly findings: readonly Finding[];
  /** What was changed for clients, in a sentence each; empty for almost every tool. */
  readonly repairs: readonly string[];
  readonly fingerprint: () => Promise<Fingerprint>;
  /** Arguments that clients of 2026-07-28 mirror into `Mcp-Param-*` headers. */
  readonly paramHeaders: readonly ParamHeader[];
}

export interface ParamHeader {
  /** Lower case, with the prefix: `mcp-param-region`. */
  readonly header: string;
  /** Where the argument stands: `['filter', 'region']`. */
  readonly path: readonly string[];
}

interface CatalogProblem {
  readonly server: string;
  readonly message: string;
}

export interface CatalogOptions {
  readonly transparent: boolean;
  readonly pageSize: number;
  /** Our own identity, for the results of 2026-07-28. */
  readonly serverInfo: JsonObject;
}

/** A server's offer under its name, in the order of the config. */
export interface NamedOffer {
  readonly server: string;
  readonly offer: ServerOffer;
}
