import { createHash } from 'node:crypto';
import type { BucketState } from './cos/bucket-state.ts';
import { writeDocument } from './nosql/ejson.ts';
import type { EnvironmentState, World } from './world.ts';

/** The visible state as plain data, without times and random ids: for tests that compare before and after. */
export const snapshotOf = ({ environments }: World): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...environments].map(([envId, environment]) => [envId, environmentToData(environment)]));

function environmentToData(environment: EnvironmentState): Readonly<Record<string, unknown>> {
  const { alias, authDomains, hostingDomains, functions, gateway, collections, models } = environment;
  return {
    alias,
    authDomains: authDomains.map(({ domain }) => domain),
    hostingDomains: Object.fromEntries(
      [...hostingDomains].map(([name, { certId, config }]) => [name, { certId, config }]),
    ),
    hosting: bucketToData(environment.hosting),
    storage: bucketToData(environment.storage),
    functions: Object.fromEntries(
      [...functions].map(([name, each]) => [
        name,
        {
          runtime: each.runtime,
          handler: each.handler,
          timeout: each.timeout,
          memorySize: each.memorySize,
          installDependency: each.installDependency,
          variables: each.variables,
          code: digest(each.zip),
          triggers: [...each.triggers.values()].map(({ name: trigger, type, description }) => ({
            name: trigger,
            type,
            description,
          })),
        },
      ]),
    ),
    gateway: gateway.map(({ path, name, type, auth }) => ({ path, name, type, auth })),
    collections: Object.fromEntries(
      [...collections].map(([name, { documents, indexes }]) => [
        name,
        {
          documents: documents().map((each) => JSON.parse(writeDocument(each)) as unknown),
          indexes: indexes.all().map(({ name: index, keys, isUnique }) => ({ name: index, keys, isUnique })),
        },
      ]),
    ),
    models: Object.fromEntries([...models].map(([name, { schema }]) => [name, JSON.parse(schema) as unknown])),
  };
}

const bucketToData = ({ objects, website, cors, uploads }: BucketState): Readonly<Record<string, unknown>> => ({
  objects: Object.fromEntries(
    [...objects].map(([key, { body, contentType }]) => [
      key,
      { contentType, size: body.length, content: digest(body) },
    ]),
  ),
  website: website ?? null,
  cors,
  unfinishedUploads: uploads.size,
});

const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex').slice(0, 16);
