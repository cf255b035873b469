import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from './create-emulator.ts';
import { cloudRequest, cosRequest } from './fixtures/signed-request.ts';

let emulator: Emulator;

beforeEach(async () => {
  emulator = await createEmulator({ hasSamples: true });
});
afterEach(() => emulator.close());

const ask = (service: string, action: string, payload: object = {}) => cloudRequest(emulator, service, action, payload);

describe('Cloud API', () => {
  it('lists environments', async () => {
    expect(await ask('tcb', 'DescribeEnvs')).toMatchObject({
      EnvList: [{ EnvId: emulator.envId, Alias: 'demo' }, { Alias: 'staging' }],
    });
  });

  it('refuses unsupported actions by name', async () => {
    expect(await ask('tcb', 'DestroyEnv', { EnvId: emulator.envId })).toMatchObject({
      Error: { Code: 'InvalidAction', Message: 'The emulator does not support the action DestroyEnv of tcb.' },
    });
  });

  it('finds, changes and removes documents with filters and operators of MongoDB, in both dialects', async () => {
    const EnvId = emulator.envId;
    const [environment] = (
      (await ask('tcb', 'DescribeEnvs', { EnvId })) as unknown as { EnvList: [{ Databases: [{ InstanceId: string }] }] }
    ).EnvList;
    const Tag = environment.Databases[0].InstanceId;
    expect(
      await ask('tcb', 'QueryRecords', {
        EnvId,
        TableName: 'todos',
        MgoQuery: '{"title":{"$regex":"^(Try|Deploy)"},"created":{"$gte":{"$date":"2026-01-05T00:00:00Z"}}}',
        MgoSort: '[{"key":"priority","direction":-1}]',
        MgoProjection: '{"title":1}',
      }),
    ).toMatchObject({
      Data: ['{"_id":"todo-2","title":"Deploy a function"}', '{"_id":"todo-1","title":"Try the emulator"}'],
      Pager: { Total: 2 },
    });
    expect(
      await ask('flexdb', 'UpdateItem', {
        Tag,
        TableName: 'todos',
        MgoQuery: '{"done":false}',
        MgoUpdate: '{"$set":{"done":true},"$inc":{"priority":10}}',
        MgoIsMulti: true,
      }),
    ).toMatchObject({ MatchedNum: 2, ModifiedNum: 2 });
    expect(
      await ask('flexdb', 'UpdateItem', {
        Tag,
        TableName: 'todos',
        MgoQuery: '{"_id":"new"}',
        MgoUpdate: '{"$set":{"title":"x"}}',
        MgoUpsert: true,
      }),
    ).toMatchObject({ MatchedNum: 0, UpsertedId: 'new' });
    expect(
      await ask('tcb', 'DeleteItem', {
        EnvId,
        TableName: 'todos',
        MgoQuery: '{"priority":{"$gt":10}}',
        MgoIsMulti: true,
      }),
    ).toMatchObject({ Deleted: 2 });
    expect(await ask('flexdb', 'Query', { Tag, TableName: 'todos', MgoQuery: '{}' })).toMatchObject({
      Data: [expect.stringContaining('todo-3'), '{"_id":"new","title":"x"}'],
    });
  });

  it('keeps ObjectIds and finds documents by them', async () => {
    const EnvId = emulator.envId;
    const id = '65a1b2c3d4e5f60718293a4b';
    await ask('tcb', 'PutItem', {
      EnvId,
      TableName: 'todos',
      MgoDocs: [`{"_id":{"$oid":"${id}"},"n":{"$numberLong":"7"}}`],
    });
    expect(
      await ask('tcb', 'QueryRecords', { EnvId, TableName: 'todos', MgoQuery: `{"_id":{"$oid":"${id}"}}` }),
    ).toMatchObject({ Data: [`{"_id":{"$oid":"${id}"},"n":7}`] });
    expect(
      await ask('tcb', 'QueryRecords', { EnvId, TableName: 'todos', MgoQuery: `{"_id":{"$in":[{"$oid":"${id}"}]}}` }),
    ).toMatchObject({ Pager: { Total: 1 } });
  });

  it('applies nothing of a call that violates a unique index', async () => {
    const before = emulator.snapshot();
    const EnvId = emulator.envId;
    expect(
      await ask('tcb', 'PutItem', { EnvId, TableName: 'products', MgoDocs: ['{"sku":"NEW"}', '{"sku":"TEA-01"}'] }),
    ).toMatchObject({ Error: { Code: 'FailedOperation' } });
    expect(
      await ask('tcb', 'UpdateItem', {
        EnvId,
        TableName: 'products',
        MgoQuery: '{}',
        MgoUpdate: '{"$set":{"sku":"same"}}',
        MgoIsMulti: true,
      }),
    ).toMatchObject({ Error: { Code: 'FailedOperation' } });
    expect(emulator.snapshot()).toEqual(before);
  });
});

describe('object storage', () => {
  const bucket = () => `static-${emulator.envId}-1250000000`;

  it('stores, lists in folders and pages, and deletes', async () => {
    for (const key of ['a/1.txt', 'a/2.txt', 'b.txt', 'c.txt'])
      await cosRequest(emulator, 'PUT', bucket(), key, { body: key });
    const first = await cosRequest(emulator, 'GET', bucket(), '', { params: { delimiter: '/', 'max-keys': '2' } });
    expect(first.text).toContain('<CommonPrefixes><Prefix>a/</Prefix></CommonPrefixes>');
    expect(first.text).toContain('<NextMarker>assets/</NextMarker>');
    const next = await cosRequest(emulator, 'GET', bucket(), '', { params: { delimiter: '/', marker: 'assets/' } });
    expect([...next.text.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key)).toEqual([
      'b.txt',
      'c.txt',
      'index.html',
    ]);
    await cosRequest(emulator, 'DELETE', bucket(), 'b.txt');
    expect((await cosRequest(emulator, 'HEAD', bucket(), 'b.txt')).status).toBe(404);
  });

  it('keeps an existing object if asked not to overwrite', async () => {
    const reply = await cosRequest(emulator, 'PUT', bucket(), 'index.html', {
      body: 'x',
      headers: { 'x-cos-forbid-overwrite': 'true' },
    });
    expect([reply.status, reply.text]).toEqual([409, expect.stringContaining('<Code>FileAlreadyExists</Code>')]);
  });

  it('joins the parts of an upload', async () => {
    const started = await cosRequest(emulator, 'POST', bucket(), 'big.bin', { params: { uploads: '' } });
    const [, uploadId = ''] = /<UploadId>(.*?)</.exec(started.text) ?? [];
    for (const [index, body] of ['one', 'two'].entries())
      await cosRequest(emulator, 'PUT', bucket(), 'big.bin', {
        params: { partNumber: `${index + 1}`, uploadId },
        body,
      });
    const parts = [1, 2].map((number) => `<Part><PartNumber>${number}</PartNumber></Part>`).join('');
    await cosRequest(emulator, 'POST', bucket(), 'big.bin', {
      params: { uploadId },
      body: `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`,
    });
    expect(await fetch(`${emulator.siteUrl(emulator.envId)}big.bin`).then((reply) => reply.text())).toBe('onetwo');
  });
});

it.each(['start', 'end'])('keeps an object that exists at the %s of a multipart upload', async (when) => {
  await using other = await createEmulator({ hasSamples: true });
  const bucket = `static-${other.envId}-1250000000`;
  const key = 'index.html';
  const keep = { 'x-cos-forbid-overwrite': 'true' };
  const before = other.snapshot();
  const started = await cosRequest(other, 'POST', bucket, key, {
    params: { uploads: '' },
    headers: when === 'start' ? keep : {},
  });
  let { status } = started;
  if (when === 'end') {
    const [, uploadId = ''] = /<UploadId>(.*?)</.exec(started.text) ?? [];
    await cosRequest(other, 'PUT', bucket, key, { params: { partNumber: '1', uploadId }, body: 'mine' });
    const body = '<CompleteMultipartUpload><Part><PartNumber>1</PartNumber></Part></CompleteMultipartUpload>';
    ({ status } = await cosRequest(other, 'POST', bucket, key, { params: { uploadId }, headers: keep, body }));
    await cosRequest(other, 'DELETE', bucket, key, { params: { uploadId } });
  }
  expect(status).toBe(409);
  expect(other.snapshot()).toEqual(before);
});

it('serves the static site', async () => {
  const page = await fetch(emulator.siteUrl(emulator.envId));
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('It works')]);
});
