import * as z from 'zod';

/*
 * A registry's description of a server, in the format of its API of 2025-12-01 (`/v0.1`, `server.json` of 2025-10-17 and later). Parsed
 * leniently: unknown keys are ignored, and missing lists count as empty. Texts and lists are limited in length.
 */

/** An input to fill in, or a fixed value. */
export interface RegistryInput {
  readonly description?: string | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isSecret?: boolean | undefined;
  readonly format?: string | undefined;
  /** Fixed by the registry; `{names}` in it are variables. */
  readonly value?: string | undefined;
  readonly default?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly variables?: Readonly<Record<string, RegistryInput>> | undefined;
}

/** An environment variable or a header. */
export interface NamedInput extends RegistryInput {
  readonly name: string;
}

export interface RegistryArgument extends RegistryInput {
  readonly type: 'positional' | 'named';
  /** The flag of a named argument, with its dashes. */
  readonly name?: string | undefined;
  readonly valueHint?: string | undefined;
  readonly isRepeated?: boolean | undefined;
}

export interface RegistryPackage {
  readonly registryType: string;
  readonly registryBaseUrl?: string | undefined;
  readonly identifier: string;
  readonly version?: string | undefined;
  readonly runtimeHint?: string | undefined;
  readonly transport?: { readonly type: string } | undefined;
  readonly runtimeArguments?: readonly RegistryArgument[] | undefined;
  readonly packageArguments?: readonly RegistryArgument[] | undefined;
  readonly environmentVariables?: readonly NamedInput[] | undefined;
}

export interface RegistryRemote {
  readonly type: string;
  readonly url: string;
  readonly headers?: readonly NamedInput[] | undefined;
  readonly variables?: Readonly<Record<string, RegistryInput>> | undefined;
}

export interface ServerJson {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly version: string;
  readonly repository?: { readonly url?: string | undefined } | undefined;
  readonly websiteUrl?: string | undefined;
  readonly packages?: readonly RegistryPackage[] | undefined;
  readonly remotes?: readonly RegistryRemote[] | undefined;
}

const MAX_TEXT_LENGTH = 10_000;
const MAX_ITEMS = 100;

const text = z.string().max(MAX_TEXT_LENGTH);
/** Registries write null for missing values. */
const maybe = <Value>(schema: z.ZodType<Value>): z.ZodType<Value | undefined> =>
  z.union([schema, z.null().transform(() => undefined)]).optional();
const listOf = <Value>(schema: z.ZodType<Value>): z.ZodType<readonly Value[] | undefined> =>
  maybe(z.array(schema).max(MAX_ITEMS));

const inputFields = {
  description: maybe(text),
  isRequired: maybe(z.boolean()),
  isSecret: maybe(z.boolean()),
  format: maybe(text),
  value: maybe(text),
  default: maybe(text),
  placeholder: maybe(text),
  choices: listOf(text),
};
const variables = maybe(z.record(text, z.looseObject(inputFields)));
const namedInput: z.ZodType<NamedInput> = z.looseObject({ ...inputFields, variables, name: text.min(1) });
const argument: z.ZodType<RegistryArgument> = z.looseObject({
  ...inputFields,
  variables,
  type: z.enum(['positional', 'named']),
  name: maybe(text),
  valueHint: maybe(text),
  isRepeated: maybe(z.boolean()),
});

const registryPackage: z.ZodType<RegistryPackage> = z.looseObject({
  registryType: text.min(1),
  registryBaseUrl: maybe(text),
  identifier: text.min(1),
  version: maybe(text),
  runtimeHint: maybe(text),
  transport: maybe(z.looseObject({ type: text })),
  runtimeArguments: listOf(argument),
  packageArguments: listOf(argument),
  environmentVariables: listOf(namedInput),
});

const remote: z.ZodType<RegistryRemote> = z.looseObject({
  type: text,
  url: text.min(1),
  headers: listOf(namedInput),
  variables,
});

/** `namespace/name`, from the API's specification. */
const NAME = /^(?=.{3,200}$)[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;

const serverJson: z.ZodType<ServerJson> = z.looseObject({
  name: z.string().regex(NAME),
  title: maybe(text),
  description: maybe(text),
  version: z.string().min(1).max(255),
  repository: maybe(z.looseObject({ url: maybe(text) })),
  websiteUrl: maybe(text),
  packages: listOf(registryPackage),
  remotes: listOf(remote),
});

/** A server with its status in the registry. */
export interface ListedServer {
  readonly server: ServerJson;
  readonly status: string;
  readonly isLatest: boolean | undefined;
}

const OFFICIAL_META_KEY = 'io.modelcontextprotocol.registry/official';

const meta = z.looseObject({
  [OFFICIAL_META_KEY]: z.looseObject({ status: text.optional(), isLatest: z.boolean().optional() }).optional(),
});

/** Parses one entry; older registries have no wrapper. `undefined` if it is invalid. */
export function parseListed(value: unknown): ListedServer | undefined {
  const wrapped = z.looseObject({ server: serverJson, _meta: meta.optional().catch(undefined) }).safeParse(value);
  const flat = wrapped.success ? undefined : serverJson.safeParse(value);
  const server = wrapped.success ? wrapped.data.server : flat?.data;
  if (server === undefined) return undefined;
  const official = wrapped.success ? wrapped.data._meta?.[OFFICIAL_META_KEY] : undefined;
  return { server, status: official?.status ?? 'active', isLatest: official?.isLatest };
}

/** A page of unparsed entries. */
export interface ListedPage {
  readonly servers: readonly unknown[];
  readonly nextCursor: string | undefined;
}

const page = z.looseObject({
  servers: z.array(z.unknown()),
  metadata: z
    .looseObject({ nextCursor: maybe(text), next_cursor: maybe(text) })
    .optional()
    .catch(undefined),
});

export function parsePage(value: unknown): ListedPage | undefined {
  const parsed = page.safeParse(value);
  if (!parsed.success) return undefined;
  const { servers, metadata } = parsed.data;
  return { servers, nextCursor: (metadata?.nextCursor ?? metadata?.next_cursor) || undefined };
}
