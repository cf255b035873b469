import { describe, expect, it, vi } from 'vitest';
import { cloudRequest } from '../../emulator/fixtures/signed-request.ts';
import { Refusal } from '../../emulator/refusal.ts';
import { type ServedEmulator, serveEmulator } from '../../fixtures/serve-emulator.ts';
import type { Elicit } from '../../fixtures/serve-tools.ts';

const yes: Elicit = () => ({ action: 'accept', content: { proceed: true } });
const TODOS = { collectionName: 'todos' };
const documentsOf = ({ emulator }: ServedEmulator, name = 'todos') =>
  (emulator.snapshot()[emulator.envId] as { readonly collections: Record<string, { readonly documents: object[] }> })
    .collections[name]?.documents ?? [];
const sentTo = ({ emulator }: ServedEmulator) =>
  emulator.requests
    .map(({ service, action }) => `${service} ${action}`)
    .filter((each) => !each.includes('DescribeEnvs'));

describe('the dialect', () => {
  it.each([
    ['listCollections', {}, 'ListTables', 'ListTables'],
    ['queryDocuments', TODOS, 'QueryRecords', 'Query'],
    ['insertDocuments', { ...TODOS, documents: ['{"_id":"new"}'] }, 'PutItem', 'PutItem'],
    ['deleteDocuments', { ...TODOS, query: '{"_id":"todo-1"}' }, 'DeleteItem', 'DeleteItem'],
    [
      'updateDocuments',
      { ...TODOS, query: '{"_id":"no"}', update: '{"$addToSet":{"a":1}}' },
      'UpdateItem',
      'UpdateItem',
    ],
  ])('of %s is tcb, and flexdb if tcb does not know %s', async (tool, args, action, older) => {
    await using served = await serveEmulator();
    expect(await served.call(tool, args)).not.toHaveProperty('failed');
    expect(sentTo(served)).toEqual([`tcb ${action}`]);
    await using other = await serveEmulator();
    other.emulator.refuse(`tcb ${action}`, new Refusal('InvalidAction', 'The action is not known.'));
    expect(await other.call(tool, args)).not.toHaveProperty('failed');
    expect(sentTo(other)).toEqual([`tcb ${action}`, `flexdb ${older}`]);
    // Both services had the same effect.
    expect(other.emulator.snapshot()).toEqual(served.emulator.snapshot());
  });

  it.each(['AuthFailure.SignatureFailure', 'UnauthorizedOperation', 'InternalError', 'ResourceNotFound'])(
    'does not change after %s',
    async (code) => {
      await using served = await serveEmulator();
      served.emulator.refuse('tcb ListTables', new Refusal(code, 'No.'));
      expect(await served.call('listCollections')).toMatchObject({ failed: { details: { cloudCode: code } } });
      expect(sentTo(served)).toEqual(['tcb ListTables']);
    },
  );
});

describe('whether a collection exists', () => {
  it.each(['AuthFailure.SecretIdNotFound', 'UnauthorizedOperation', 'InternalError', 'ResourceNotFound.EnvNotExists'])(
    'is not answered with no after %s',
    async (code) => {
      await using served = await serveEmulator();
      for (const [tool, args] of [
        ['checkCollectionExists', TODOS],
        ['createCollection', TODOS],
        ['checkIndexExists', { ...TODOS, indexName: '_id_' }],
      ] as const) {
        served.emulator.refuse('tcb DescribeTable', new Refusal(code, 'Not now.'));
        expect(await served.call(tool, args)).toMatchObject({
          failed: { details: { cloudCode: code, requestId: expect.any(String) } },
        });
      }
    },
  );

  it('is an error when its index is checked and it does not exist', async () => {
    await using served = await serveEmulator();
    for (const tool of ['checkIndexExists', 'describeCollection'])
      expect(await served.call(tool, { collectionName: 'no', indexName: 'x' })).toMatchObject({
        failed: { code: 'NOT_FOUND', message: expect.stringContaining('createCollection makes one') },
      });
  });

  it('is reported as existing if another client creates it concurrently', async () => {
    await using served = await serveEmulator();
    served.emulator.refuse('tcb DescribeTable', new Refusal('ResourceNotFound', 'Table not exist.'));
    expect(await served.call('createCollection', TODOS)).toMatchObject({ exists: true, created: false });
  });
});

describe('collections', () => {
  it.each(['_private', 'a'.repeat(97), 'a b', 'ä', ''])('are not created as %s', async (collectionName) => {
    await using served = await serveEmulator();
    const result = await served.client.callTool({ name: 'createCollection', arguments: { collectionName } });
    expect(result.isError).toBe(true);
    expect(served.emulator.requests).toEqual([]);
  });

  it('are listed in pages, and told apart by their indexes', async () => {
    await using served = await serveEmulator();
    expect(await served.call('listCollections', { offset: 1, limit: 1 })).toMatchObject({
      collections: [{ CollectionName: 'products', Count: 3, IndexCount: 2 }],
      total: 2,
    });
    expect(await served.call('describeCollection', { collectionName: 'products' })).toMatchObject({
      indexes: [{ Name: '_id_' }, { Name: 'sku_1', Unique: true, Keys: [{ Name: 'sku', Direction: '1' }] }],
    });
    expect(await served.call('checkIndexExists', { ...TODOS, indexName: 'sku_1' })).toMatchObject({ exists: false });
  });

  it('keep their indexes without a question if an index to drop does not exist', async () => {
    const elicit = vi.fn(yes);
    await using served = await serveEmulator({ elicit });
    const before = await served.state();
    const DropIndexes = [{ IndexName: 'sku_1' }, { IndexName: 'no_1' }];
    expect(
      await served.call('updateCollection', { collectionName: 'products', options: { DropIndexes } }),
    ).toMatchObject({ failed: { code: 'NOT_FOUND', message: expect.stringContaining("no index 'no_1'") } });
    expect([await served.state(), elicit.mock.calls]).toEqual([before, []]);
  });

  it('that exist are not created again', async () => {
    await using served = await serveEmulator();
    expect(await served.call('createCollection', TODOS)).toMatchObject({ exists: true, created: false });
    expect(sentTo(served)).toEqual(['tcb DescribeTable']);
  });

  it('are not updated without a change', async () => {
    await using served = await serveEmulator();
    expect(await served.call('updateCollection', { ...TODOS, options: {} })).toMatchObject({
      failed: { code: 'INVALID_ARGUMENT' },
    });
  });
});

describe('documents', () => {
  it.each([
    ['insertDocuments', { documents: ['{"a":1}', '{broken'] }, /documents\[1\]/],
    ['insertDocuments', { documents: ['[1]'] }, /documents\[0\]' must be a JSON object/],
    ['queryDocuments', { query: 'no json' }, /'query'/],
    ['queryDocuments', { projection: '[1]' }, /'projection'/],
    ['queryDocuments', { sort: '1' }, /'sort'/],
    ['updateDocuments', { query: '{}', update: '{' }, /'update'/],
    ['updateDocuments', { query: '[]', update: '{}' }, /'query'/],
    ['deleteDocuments', { query: '{', isMulti: true }, /'query'/],
  ])('%s with %j is refused and nothing is sent', async (tool, args, message) => {
    await using served = await serveEmulator({ elicit: yes });
    expect(await served.call(tool, { ...TODOS, ...args })).toMatchObject({
      failed: { code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) },
    });
    expect(served.emulator.requests).toEqual([]);
  });

  it('are limited in size for one call', async () => {
    await using served = await serveEmulator();
    const documents = Array.from({ length: 9 }, (_, id) => JSON.stringify({ _id: id, text: 'x'.repeat(1_000_000) }));
    expect(await served.call('insertDocuments', { ...TODOS, documents })).toMatchObject({
      failed: { code: 'TOO_LARGE', message: expect.stringContaining('8000000') },
    });
    expect(served.emulator.requests).toEqual([]);
  });

  it('are found with projection, sorting and pages', async () => {
    await using served = await serveEmulator();
    const args = {
      ...TODOS,
      projection: '{"title":1,"_id":0}',
      sort: '[{"key":"priority","direction":-1}]',
      limit: 1,
      offset: 1,
    };
    expect(await served.call('queryDocuments', args)).toMatchObject({
      data: ['{"title":"Deploy a function"}'],
      total: 3,
    });
  });

  it('are not deleted by a filter without isMulti, because a repeat would delete another one', async () => {
    await using served = await serveEmulator();
    for (const query of [
      '{}',
      '{"done":false}',
      '{"_id":{"$in":["todo-1","todo-2"]}}',
      '{"_id":{"$ne":"x"}}',
      '{"_id":null}',
    ])
      expect(await served.call('deleteDocuments', { ...TODOS, query })).toMatchObject({
        failed: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('isMulti: true') },
      });
    expect(documentsOf(served)).toHaveLength(3);
  });

  it.each([
    ['{"$set":{"owner":"ada"}}', { owner: 'bob' }],
    // A pipeline can overwrite anything, so it is not sent without consent.
    ['[{"$set":{"owner":"ada"}}]', { owner: 'bob' }],
  ])('keep a value that another client adds after the check: %s', async (update, expected) => {
    const query = '{"_id":"late"}';
    const others = { TableName: 'todos', MgoQuery: query, MgoUpdate: '{"$set":{"owner":"bob"}}', MgoUpsert: true };
    let queries = 0;
    await using served = await serveEmulator({
      beforeAction: async (action) => {
        if (action === 'QueryRecords') queries++;
        if (action === 'UpdateItem' || (action === 'QueryRecords' && queries === 2))
          await cloudRequest(served.emulator, 'tcb', 'UpdateItem', { EnvId: served.emulator.envId, ...others });
      },
    });
    expect(await served.call('updateDocuments', { ...TODOS, query, update })).toMatchObject({ matchedCount: 0 });
    expect(documentsOf(served)).toContainEqual({ _id: 'late', ...expected });
  });

  it('are inserted by an update with upsert, without a question', async () => {
    await using served = await serveEmulator();
    const args = { ...TODOS, query: '{"_id":"new"}', update: '{"$set":{"title":"New"}}', upsert: true };
    expect(await served.call('updateDocuments', args)).toMatchObject({ matchedCount: 0, upsertedId: 'new' });
    expect(documentsOf(served)).toContainEqual({ _id: 'new', title: 'New' });
  });

  it('that would lose a value are unchanged, although others are updated without a question', async () => {
    await using served = await serveEmulator({ elicit: () => ({ action: 'decline' }) });
    const before = documentsOf(served);
    const args = { ...TODOS, query: '{}', update: '{"$set":{"title":"x"}}', isMulti: true };
    expect(await served.call('updateDocuments', args)).toMatchObject({ failed: { code: 'DECLINED' } });
    expect(documentsOf(served)).toEqual(before);
  });
});

describe('an environment without a database', () => {
  it('is named', async () => {
    await using served = await serveEmulator({
      emulator: { environments: [{ envId: 'bare-1', alias: '', instanceId: '' }] },
    });
    expect(await served.call('listCollections')).toMatchObject({
      failed: { code: 'NOT_FOUND', message: expect.stringContaining('no document database') },
    });
  });
});

describe('data models', () => {
  it('are read with fields and relations, and a count of system fields', async () => {
    await using served = await serveEmulator();
    expect(await served.call('manageDataModel', { action: 'get', name: 'order' })).toMatchObject({
      models: [
        {
          name: 'order',
          userFields: [
            { name: 'number', type: 'string', title: 'Number', required: true },
            { name: 'total', type: 'number', required: true },
          ],
          relations: [{ name: 'customer', linkedModel: 'customer' }],
          totalFields: 5,
        },
      ],
    });
  });

  it('are listed by name, and documented', async () => {
    await using served = await serveEmulator();
    expect(await served.call('manageDataModel', { action: 'list', names: ['order'] })).toMatchObject({
      models: [{ name: 'order', title: 'Order 订单', dbInstanceType: 'FLEXDB' }],
    });
    const { docs } = (await served.call('manageDataModel', { action: 'docs', name: 'customer' })) as { docs: string };
    expect(docs).toContain('email');
  });

  it('must be named, and must exist', async () => {
    await using served = await serveEmulator();
    expect(await served.call('manageDataModel', { action: 'get' })).toMatchObject({
      failed: { code: 'INVALID_ARGUMENT' },
    });
    expect(await served.call('manageDataModel', { action: 'docs', name: 'no' })).toMatchObject({
      failed: { code: 'NOT_FOUND', details: { cloudCode: 'ResourceNotFound' } },
    });
  });
});
