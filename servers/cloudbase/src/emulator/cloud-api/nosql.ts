import { LIMITS } from '../limits.ts';
import { type Collection, createCollection } from '../nosql/collection.ts';
import { parseDocument, parseFilter, writeDocument } from '../nosql/ejson.ts';
import { invalid, notFound, overLimit, Refusal } from '../refusal.ts';
import { type EnvironmentState, environmentOf, type World } from '../world.ts';
import {
  type Action,
  type Actions,
  objectsOf,
  optionalFlag,
  optionalNumber,
  optionalText,
  type Payload,
  pageOf,
  requiredText,
  textsOf,
} from './action.ts';

const NAME = /^[A-Za-z0-9][\w-]{0,95}$/;
const MAX_PAGE = 1_000;

/** The actions of both services: `tcb` takes the environment, `flexdb` the instance of its database. */
const ACTIONS: Actions = {
  CreateTable: (payload, world) => {
    const { collections } = environmentIn(payload, world);
    const name = requiredText(payload, 'TableName');
    if (!NAME.test(name)) throw invalid(`TableName ${name} is not valid.`);
    if (collections.has(name)) throw new Refusal('ResourceInUse', `Table ${name} exists already.`);
    if (collections.size >= LIMITS.collections) throw overLimit(`At most ${LIMITS.collections} collections.`);
    collections.set(name, createCollection(name, world.now));
    return {};
  },
  DeleteTable: (payload, world) => {
    const { name } = collectionIn(payload, world);
    environmentIn(payload, world).collections.delete(name);
    return {};
  },
  DescribeTable: (payload, world) => {
    const { indexes } = collectionIn(payload, world);
    const all = indexes.all();
    return {
      IndexNum: all.length,
      Indexes: all.map(({ name, keys, isUnique, since }) => ({
        Name: name,
        Size: 4096,
        Unique: isUnique,
        Keys: keys.map((key) => ({ Name: key.name, Direction: key.direction })),
        Accesses: { Ops: 0, Since: since },
      })),
    };
  },
  UpdateTable: (payload, world) => {
    const { indexes, documents } = collectionIn(payload, world);
    for (const each of objectsOf(payload, 'DropIndexes')) indexes.drop(requiredText(each, 'IndexName'));
    for (const each of objectsOf(payload, 'CreateIndexes')) {
      const schema = each['MgoKeySchema'] as Payload | undefined;
      if (schema === undefined) throw new Refusal('MissingParameter', 'MgoKeySchema is missing.');
      const keys = objectsOf(schema, 'MgoIndexKeys').map((key) => ({
        name: requiredText(key, 'Name'),
        direction: requiredText(key, 'Direction'),
      }));
      indexes.add(
        { name: requiredText(each, 'IndexName'), keys, isUnique: optionalFlag(schema, 'MgoIsUnique') },
        documents(),
      );
    }
    return {};
  },
  ListTables: (payload, world) => {
    const all = [...environmentIn(payload, world).collections.values()];
    const [Offset, Limit] = [optionalNumber(payload, 'MgoOffset', 0), optionalNumber(payload, 'MgoLimit', 100)];
    return {
      Tables: pageOf(all, Offset, Limit).map((collection) => ({
        TableName: collection.name,
        Count: collection.documents().length,
        Size: collection.bytes(),
        IndexCount: collection.indexes.all().length,
        IndexSize: collection.indexes.all().length * 4096,
      })),
      Pager: { Offset, Limit, Total: all.length },
    };
  },
  PutItem: (payload, world) => {
    const documents = textsOf(payload, 'MgoDocs').map((each) => parseDocument(each, 'A document of MgoDocs'));
    return { InsertedIds: collectionIn(payload, world).insert(documents).map(String) };
  },
  UpdateItem: (payload, world) => {
    const { matched, modified, upsertedId } = collectionIn(payload, world).update(
      parseFilter(requiredText(payload, 'MgoQuery'), 'MgoQuery'),
      parseDocument(requiredText(payload, 'MgoUpdate'), 'MgoUpdate'),
      optionalFlag(payload, 'MgoIsMulti'),
      optionalFlag(payload, 'MgoUpsert'),
    );
    return {
      MatchedNum: matched,
      ModifiedNum: modified,
      UpsertedId: upsertedId === undefined ? '' : String(upsertedId),
    };
  },
  DeleteItem: (payload, world) => ({
    Deleted: collectionIn(payload, world).remove(
      parseFilter(requiredText(payload, 'MgoQuery'), 'MgoQuery'),
      optionalFlag(payload, 'MgoIsMulti'),
    ),
  }),
};

const query: Action = (payload, world) => {
  const projection = optionalText(payload, 'MgoProjection');
  const [Offset, Limit] = [optionalNumber(payload, 'MgoOffset', 0), optionalNumber(payload, 'MgoLimit', 100)];
  if (!(Limit >= 0 && Limit <= MAX_PAGE)) throw invalid(`MgoLimit is at most ${MAX_PAGE}.`);
  const { documents, total } = collectionIn(payload, world).find({
    filter: parseFilter(payload['MgoQuery'], 'MgoQuery'),
    sort: sortOf(payload),
    ...(projection && { projection: parseFilter(projection, 'MgoProjection') }),
    offset: Offset,
    limit: Limit,
  });
  return { Data: documents.map(writeDocument), Pager: { Offset, Limit, Total: total } };
};

export const NOSQL_ACTIONS: Actions = {
  ...Object.fromEntries(
    Object.entries(ACTIONS).flatMap(([name, run]) => [
      [`tcb.${name}`, run],
      [`flexdb.${name}`, run],
    ]),
  ),
  'tcb.QueryRecords': query,
  'flexdb.Query': query,
  'tcb.DescribeDbDistribution': (payload, world) => {
    environmentOf(world, requiredText(payload, 'EnvId'));
    return { Collections: [] };
  },
};

/** A list of keys, or as JSON text: `[{"key":"a","direction":-1}]`, `{"a":-1}`. */
function sortOf(payload: Payload): readonly { readonly key: string; readonly direction: number }[] {
  const given = payload['MgoSort'];
  if (given === undefined || given === '') return [];
  const value: unknown = typeof given === 'string' ? parseSort(given) : given;
  if (!Array.isArray(value))
    return Object.entries(value as Payload).map(([key, direction]) => ({ key, direction: Number(direction) }));
  return value.map((each: Payload) => ({
    key: String(each['Key'] ?? each['key'] ?? ''),
    direction: Number(each['Direction'] ?? each['direction'] ?? 1),
  }));
}

function parseSort(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('MgoSort is not valid JSON.');
  }
}

function environmentIn(payload: Payload, world: World): EnvironmentState {
  if (payload['EnvId'] !== undefined) return environmentOf(world, payload['EnvId']);
  const tag = requiredText(payload, 'Tag');
  const found = [...world.environments.values()].find(({ instanceId }) => instanceId === tag);
  if (found === undefined) throw notFound(`Instance ${tag} not found.`);
  return found;
}

function collectionIn(payload: Payload, world: World): Collection {
  const name = requiredText(payload, 'TableName');
  const found = environmentIn(payload, world).collections.get(name);
  if (found === undefined) throw notFound(`Db or Table not exist: ${name}.`);
  return found;
}
