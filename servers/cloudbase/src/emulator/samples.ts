import { randomUUID } from 'node:crypto';
import { createCollection } from './nosql/collection.ts';
import { zipOf } from './templates.ts';
import { type EnvironmentState, stamp, type World } from './world.ts';

/** Adds sample data to the first environment. */
export async function addSamples(world: World): Promise<void> {
  const [environment] = world.environments.values();
  if (environment === undefined) return;
  addSite(environment, world);
  addDocuments(environment, world);
  addModels(environment, world);
  await addFunction(environment, world);
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>CloudBase emulator</title>
<h1>It works</h1>
<p>This page is in the static hosting of the emulator.</p>
</html>
`;

function addSite({ hosting, storage }: EnvironmentState, { now }: World): void {
  const put = (bucket: typeof hosting, key: string, text: string, contentType: string): void =>
    void bucket.put(key, { body: Buffer.from(text), contentType, headers: {}, modified: now() });
  put(hosting, 'index.html', PAGE, 'text/html; charset=utf-8');
  put(hosting, 'assets/style.css', 'h1 { font-family: sans-serif; }\n', 'text/css');
  put(storage, 'readme.txt', 'Files of users go here.\n', 'text/plain');
}

function addDocuments({ collections }: EnvironmentState, { now }: World): void {
  const todos = createCollection('todos', now);
  todos.insert([
    { _id: 'todo-1', title: 'Try the emulator', done: false, priority: 1, created: new Date('2026-01-05T09:00:00Z') },
    { _id: 'todo-2', title: 'Deploy a function', done: false, priority: 2, created: new Date('2026-01-06T09:00:00Z') },
    {
      _id: 'todo-3',
      title: 'Read the documentation',
      done: true,
      priority: 3,
      created: new Date('2026-01-04T09:00:00Z'),
    },
  ]);
  const products = createCollection('products', now);
  products.insert([
    { _id: 'p-100', sku: 'TEA-01', name: 'Green tea', price: 6.5, tags: ['tea', 'organic'], stock: { warehouse: 120 } },
    { _id: 'p-101', sku: 'TEA-02', name: 'Oolong', price: 9, tags: ['tea'], stock: { warehouse: 40 } },
    { _id: 'p-102', sku: 'CUP-01', name: 'Porcelain cup', price: 14.9, tags: ['cups'], stock: { warehouse: 8 } },
  ]);
  products.indexes.add(
    { name: 'sku_1', keys: [{ name: 'sku', direction: '1' }], isUnique: true },
    products.documents(),
  );
  for (const collection of [todos, products]) collections.set(collection.name, collection);
}

function addModels({ models }: EnvironmentState, { now }: World): void {
  const time = now().getTime();
  const system = { type: 'string', 'x-system': true };
  const add = (
    name: string,
    title: string,
    properties: Readonly<Record<string, unknown>>,
    required: readonly string[],
  ) =>
    models.set(name, {
      id: `data-${name}`,
      name,
      title,
      description: '',
      type: 'database',
      dbInstanceType: 'FLEXDB',
      schema: JSON.stringify({
        type: 'object',
        title,
        properties: { _id: { ...system, title: 'Id' }, createdAt: { ...system, title: 'Created' }, ...properties },
        required,
      }),
      createdAt: time,
      updatedAt: time,
    });
  add(
    'customer',
    'Customer 客户',
    {
      name: { type: 'string', title: 'Name', maxLength: 80, 'x-index': 1 },
      email: { type: 'string', title: 'E-mail', format: 'email', 'x-unique': true },
    },
    ['name'],
  );
  add(
    'order',
    'Order 订单',
    {
      number: { type: 'string', title: 'Number', 'x-unique': true },
      total: { type: 'number', title: 'Total', minimum: 0 },
      customer: {
        type: 'object',
        title: 'Customer',
        format: 'many-to-one',
        'x-parent': { parentDataSourceName: 'customer', parentFieldKey: '_id', parentFieldTitle: 'Name' },
        properties: { _id: { type: 'string' } },
      },
    },
    ['number', 'total'],
  );
}

const HELLO = `exports.main = async (event) => {
  const { name = 'world' } = event.queryStringParameters ?? {};
  return { message: 'Hello, ' + name + '!' };
};
`;

async function addFunction({ functions, gateway, envId }: EnvironmentState, world: World): Promise<void> {
  const time = stamp(world);
  functions.set('hello', {
    name: 'hello',
    runtime: 'Nodejs18.15',
    handler: 'index.main',
    timeout: 5,
    memorySize: 256,
    description: 'Says hello',
    type: 'Event',
    installDependency: false,
    variables: {},
    zip: await zipOf({ 'index.js': HELLO }),
    triggers: new Map(),
    addTime: time,
    modTime: time,
    asked: 2,
  });
  gateway.push({
    apiId: randomUUID(),
    path: '/hello',
    name: 'hello',
    type: 1,
    auth: 2,
    domain: `${envId}.service.tcloudbase.com`,
    time,
  });
}
