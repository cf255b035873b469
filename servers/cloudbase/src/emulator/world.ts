import { randomUUID } from 'node:crypto';
import type { Accounts } from './accounts.ts';
import { type BucketState, createBucket } from './cos/bucket-state.ts';
import { createFunctionRunner, type FunctionRunner } from './functions/function-runner.ts';
import type { FunctionState } from './functions/function-state.ts';
import { LIMITS } from './limits.ts';
import type { Collection } from './nosql/collection.ts';
import { notFound } from './refusal.ts';

/** The state of the emulator. */
export interface World {
  readonly now: () => Date;
  readonly accounts: Accounts;
  readonly environments: Map<string, EnvironmentState>;
  /** By name. */
  readonly buckets: Map<string, BucketState>;
  /** The address of the emulator, without a trailing slash. */
  url: string;
  /** Returns a new number at each call. */
  readonly nextId: () => number;
  readonly runner: FunctionRunner;
}

export interface EnvironmentState {
  readonly envId: string;
  alias: string;
  readonly region: string;
  readonly createTime: string;
  updateTime: string;
  readonly instanceId: string;
  readonly storage: BucketState;
  readonly hosting: BucketState;
  readonly authDomains: AuthDomain[];
  readonly hostingDomains: Map<string, HostingDomain>;
  readonly functions: Map<string, FunctionState>;
  readonly gateway: GatewayRoute[];
  readonly collections: Map<string, Collection>;
  /** By name. */
  readonly models: Map<string, DataModel>;
}

interface AuthDomain {
  readonly id: string;
  readonly domain: string;
  readonly type: 'SYSTEM' | 'USER';
  readonly time: string;
}

export interface HostingDomain {
  readonly domain: string;
  readonly domainId: number;
  readonly certId: string;
  config: Readonly<Record<string, unknown>>;
}

export interface GatewayRoute {
  readonly apiId: string;
  readonly path: string;
  /** The name of the function. */
  readonly name: string;
  readonly type: number;
  readonly auth: number;
  readonly domain: string;
  readonly time: string;
}

export interface DataModel {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** `database`, or `mysql` for relational ones. */
  readonly type: string;
  readonly dbInstanceType: string;
  schema: string;
  readonly createdAt: number;
  updatedAt: number;
}

export interface EnvironmentSeed {
  readonly envId: string;
  readonly alias: string;
  readonly region?: string;
  /** The id of the document database. */
  readonly instanceId?: string;
}

export const APP_ID = '1250000000';

export function createWorld(accounts: Accounts, now: () => Date): World {
  let id = 1_000;
  const world: World = {
    now,
    accounts,
    environments: new Map(),
    buckets: new Map(),
    url: '',
    nextId: () => ++id,
    runner: createFunctionRunner(),
  };
  for (const [region, prefix] of TEMPORARY) addBucket(world, `${prefix}tempcos-${TEMPORARY_APP_ID}`, region);
  return world;
}

/** The bucket for uploaded function packages. */
export const temporaryBuckets = ({ buckets }: World): readonly BucketState[] =>
  [...buckets.values()].filter(({ name }) => name.endsWith(`tempcos-${TEMPORARY_APP_ID}`));

const TEMPORARY = [
  ['ap-shanghai', 'sh'],
  ['ap-guangzhou', 'gz'],
] as const;
const TEMPORARY_APP_ID = '1253665819';

function addBucket(world: World, name: string, region: string): BucketState {
  const bucket = createBucket(name, region, () => storedBytes(world));
  world.buckets.set(name, bucket);
  return bucket;
}

export function addEnvironment(
  world: World,
  { envId, alias, region = 'ap-shanghai', instanceId = `tnt-${envId.slice(-9)}` }: EnvironmentSeed,
): EnvironmentState {
  const time = stamp(world);
  const prefix = Buffer.from(envId.slice(0, 2)).toString('hex');
  const environment: EnvironmentState = {
    envId,
    alias,
    region,
    createTime: time,
    updateTime: time,
    instanceId,
    storage: addBucket(world, `${prefix}-${envId}-${APP_ID}`, region),
    hosting: addBucket(world, `static-${envId}-${APP_ID}`, region),
    authDomains: [
      { id: randomUUID(), domain: `${envId}.tcloudbaseapp.com`, type: 'SYSTEM', time },
      { id: randomUUID(), domain: 'localhost', type: 'USER', time },
    ],
    hostingDomains: new Map(),
    functions: new Map(),
    gateway: [],
    collections: new Map(),
    models: new Map(),
  };
  environment.hosting.website = { indexDocument: 'index.html', errorDocument: undefined, routingRules: [] };
  world.environments.set(envId, environment);
  return environment;
}

export function environmentOf(world: World, envId: unknown): EnvironmentState {
  const found = typeof envId === 'string' ? world.environments.get(envId) : undefined;
  if (found === undefined) throw notFound(`Environment ${String(envId)} not found.`);
  return found;
}

/** `2026-01-31 12:00:00`, as Tencent writes times. */
export const stamp = ({ now }: Pick<World, 'now'>): string => now().toISOString().slice(0, 19).replace('T', ' ');

const storedBytes = ({ buckets }: World): { readonly total: number; readonly max: number } => ({
  total: [...buckets.values()].reduce((sum, { bytes }) => sum + bytes, 0),
  max: LIMITS.storedBytes,
});
