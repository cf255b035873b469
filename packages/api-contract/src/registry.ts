import * as z from 'zod';
import type { Shape } from './shape.ts';
import { count, mcpObject } from './shared.ts';

const wayFields = {
  /** Identifies it: the kind, with a number if there are several of a kind. */
  id: z.string(),
  /** `npm`, `pypi`, `oci`, `remote`; other kinds are not usable. */
  kind: z.string(),
  /** The package or the address. */
  what: z.string(),
  /** Why it cannot be added; `null` if it can. */
  problem: z.string().nullable(),
};

const serverFields = {
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  version: z.string(),
  status: z.string(),
  repository: z.string().nullable(),
  website: z.string().nullable(),
  /** The ways to install it, usable ones first. */
  ways: z.array(z.object(wayFields)),
};

export const registryServerListSchema = z.object({
  /** The registry's URL. */
  registry: z.string(),
  servers: z.array(z.object(serverFields)),
  /** The cursor of the next page; `null` at the end. */
  next_cursor: z.string().nullable(),
  /** Entries that were left out because they cannot be read. */
  skipped: count,
});

/** `GET /api/v1/registry/servers`: the servers of a registry. All texts are untrusted. */
export type RegistryServerList = Shape<typeof registryServerListSchema>;

/** A server in its latest version. */
export type RegistryServer = RegistryServerList['servers'][number];

/** One way to install a server: a package to run here, or a remote address. */
export type RegistryWay = RegistryServer['ways'][number];

export const registryPlanSchema = z.object({
  /** The id of the way. */
  id: z.string(),
  /** The entry for `mcpServers`; missing inputs are left out. */
  entry: mcpObject,
  /** The same in one line, without secrets. */
  summary: z.string(),
  inputs: z.array(
    z.object({
      /** `env:NAME`, `header:NAME` or `arg:NAME`. */
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
  /** The keys of required inputs without a value. */
  missing: z.array(z.string()),
  /** Problems of given values, in sentences. */
  problems: z.array(z.string()),
  /** Notes for the user, in sentences. */
  notes: z.array(z.string()),
  /** Its private address; `null` if it has none or runs here. */
  private_address: z.string().nullable(),
});

/** The entry that would be added. */
export type RegistryPlan = Shape<typeof registryPlanSchema>;

/** An input to fill in before a server is added. */
export type RegistryPlanInput = RegistryPlan['inputs'][number];

export const registryServerDetailSchema = z.object({
  ...serverFields,
  registry: z.string(),
  /** A name that no server has yet. */
  suggested_name: z.string(),
  /** One per usable way, with the registry's suggested values. */
  plans: z.array(registryPlanSchema),
});

/** `GET /api/v1/registry/servers/{namespace}/{name}`: a name contains one slash, which is not escaped in the path. */
export type RegistryServerDetail = Shape<typeof registryServerDetailSchema>;

export const registryPlanRequestSchema = z.strictObject({
  /** The id of a way. */
  id: z.string().min(1).max(100),
  /** By the key of the input; several values for a repeatable one. */
  values: z.record(z.string().max(300), z.array(z.string().max(20_000)).max(100)).optional(),
});

/** `POST /api/v1/registry/servers/{namespace}/{name}/plan`: a preview of the entry with these values. Adds nothing. */
export type RegistryPlanRequest = Shape<typeof registryPlanRequestSchema>;
