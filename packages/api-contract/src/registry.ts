import * as z from 'zod';
import { count, mcpObject } from './shared.ts';

/** `GET /api/v1/registry/servers`: the servers of a registry. All texts are untrusted. */
export interface RegistryServerList {
  /** The registry's URL. */
  readonly registry: string;
  readonly servers: readonly RegistryServer[];
  /** The cursor of the next page; `null` at the end. */
  readonly next_cursor: string | null;
  /** Entries that were left out because they cannot be read. */
  readonly skipped: number;
}

/** A server in its latest version. */
export interface RegistryServer {
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly version: string;
  readonly status: string;
  readonly repository: string | null;
  readonly website: string | null;
  /** The ways to install it, usable ones first. */
  readonly ways: readonly RegistryWay[];
}

/** One way to install a server: a package to run here, or a remote address. */
export interface RegistryWay {
  /** Identifies it: the kind, with a number if there are several of a kind. */
  readonly id: string;
  /** `npm`, `pypi`, `oci`, `remote`; other kinds are not usable. */
  readonly kind: string;
  /** The package or the address. */
  readonly what: string;
  /** Why it cannot be added; `null` if it can. */
  readonly problem: string | null;
}

/** `GET /api/v1/registry/servers/{namespace}/{name}`: a name contains one slash, which is not escaped in the path. */
export interface RegistryServerDetail extends RegistryServer {
  readonly registry: string;
  /** A name that no server has yet. */
  readonly suggested_name: string;
  /** One per usable way, with the registry's suggested values. */
  readonly plans: readonly RegistryPlan[];
}

/** The entry that would be added. */
export interface RegistryPlan {
  /** The id of the way. */
  readonly id: string;
  /** The entry for `mcpServers`; missing inputs are left out. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** The same in one line, without secrets. */
  readonly summary: string;
  readonly inputs: readonly RegistryPlanInput[];
  /** The keys of required inputs without a value. */
  readonly missing: readonly string[];
  /** Problems of given values, in sentences. */
  readonly problems: readonly string[];
  /** Notes for the user, in sentences. */
  readonly notes: readonly string[];
  /** Its private address; `null` if it has none or runs here. */
  readonly private_address: string | null;
}

/** An input to fill in before a server is added. */
export interface RegistryPlanInput {
  /** `env:NAME`, `header:NAME` or `arg:NAME`. */
  readonly key: string;
  readonly description: string | null;
  readonly is_required: boolean;
  readonly is_secret: boolean;
  readonly is_repeated: boolean;
  readonly default: string | null;
  readonly placeholder: string | null;
  readonly choices: readonly string[];
}

/** `POST /api/v1/registry/servers/{namespace}/{name}/plan`: a preview of the entry with these values. Adds nothing. */
export interface RegistryPlanRequest {
  /** The id of a way. */
  readonly id: string;
  /** By the key of the input; several values for a repeatable one. */
  readonly values?: Readonly<Record<string, readonly string[]>> | undefined;
}

const wayFields = { id: z.string(), kind: z.string(), what: z.string(), problem: z.string().nullable() };

const serverFields = {
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  version: z.string(),
  status: z.string(),
  repository: z.string().nullable(),
  website: z.string().nullable(),
  ways: z.array(z.object(wayFields)),
};

export const registryServerListSchema: z.ZodType<RegistryServerList> = z.object({
  registry: z.string(),
  servers: z.array(z.object(serverFields)),
  next_cursor: z.string().nullable(),
  skipped: count,
});

export const registryPlanSchema: z.ZodType<RegistryPlan> = z.object({
  id: z.string(),
  entry: mcpObject,
  summary: z.string(),
  inputs: z.array(
    z.object({
      key: z.string(),
      description: z.string().nullable(),
      is_required: z.boolean(),
      is_secret: z.boolean(),
      is_repeated: z.boolean(),
      default: z.string().nullable(),
      placeholder: z.string().nullable(),
      choices: z.array(z.string()),
    }),
  ),
  missing: z.array(z.string()),
  problems: z.array(z.string()),
  notes: z.array(z.string()),
  private_address: z.string().nullable(),
});

export const registryServerDetailSchema: z.ZodType<RegistryServerDetail> = z.object({
  ...serverFields,
  registry: z.string(),
  suggested_name: z.string(),
  plans: z.array(registryPlanSchema),
});

export const registryPlanRequestSchema: z.ZodType<RegistryPlanRequest> = z.strictObject({
  id: z.string().min(1).max(100),
  values: z.record(z.string().max(300), z.array(z.string().max(20_000)).max(100)).optional(),
});
