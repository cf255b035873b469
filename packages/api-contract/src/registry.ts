import * as z from 'zod';
import { count, mcpObject } from './shared.ts';

/** `GET /api/v1/registry/servers`: servers that a registry knows. All texts are a stranger's. */
export interface RegistryServerList {
  /** Which registry. */
  readonly registry: string;
  readonly servers: readonly RegistryServer[];
  /** With which the next ones are asked for; `null` where there are none. */
  readonly next_cursor: string | null;
  /** Entries that were left out because nobody can make sense of them. */
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
  /** The ways to have it, those that can be used first. */
  readonly ways: readonly RegistryWay[];
}

/** One way to have a server: a package that is started here, or an address. */
export interface RegistryWay {
  /** By which it is chosen: its kind, with a number where there are several of one. */
  readonly id: string;
  /** `npm`, `pypi`, `oci`, `remote`; or another, which cannot be used. */
  readonly kind: string;
  /** What is started, or where it is. */
  readonly what: string;
  /** Why it cannot be added from here; `null` where it can. */
  readonly problem: string | null;
}

/** `GET /api/v1/registry/servers/{namespace}/{name}`: a name has one slash, and stands in the path as it is. */
export interface RegistryServerDetail extends RegistryServer {
  readonly registry: string;
  /** A name that no server has yet. */
  readonly suggested_name: string;
  /** One for each way that can be used, as it would be with what the registry suggests. */
  readonly plans: readonly RegistryPlan[];
}

/** What would be added. */
export interface RegistryPlan {
  /** Of the way. */
  readonly id: string;
  /** As it would stand in `mcpServers`; what is missing is left out. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** The same in one line, without secrets. */
  readonly summary: string;
  readonly inputs: readonly RegistryPlanInput[];
  /** Which of the inputs have to be given and are not, by key. */
  readonly missing: readonly string[];
  /** What is wrong with given ones, in sentences. */
  readonly problems: readonly string[];
  /** What whoever adds it should know, in sentences. */
  readonly notes: readonly string[];
  /** The private address that it is at; `null` where it is at none, or is started here. */
  readonly private_address: string | null;
}

/** Something that is filled in before a server is added. */
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

/** `POST /api/v1/registry/servers/{namespace}/{name}/plan`: what would be added with these values. Nothing is added by it. */
export interface RegistryPlanRequest {
  /** Of a way. */
  readonly id: string;
  /** By key of an input; several for one that is repeated. */
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
