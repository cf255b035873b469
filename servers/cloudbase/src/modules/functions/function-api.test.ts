import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CloudApi } from '../../cloud/cloud-api.ts';
import type { CloudBase } from '../../cloud/cloudbase.ts';
import { CloudBaseError } from '../../errors.ts';
import { serveTools } from '../../fixtures/serve-tools.ts';
import { createFunction } from './create-function.ts';

/** A cloud in which a new function goes through these statuses. */
async function deploy(statuses: readonly string[], onAsked = (): void => {}): Promise<unknown> {
  const workspace = await mkdtemp(join(tmpdir(), 'toolmark-cloudbase-functions-'));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  await mkdir(join(workspace, 'functions/tick'), { recursive: true });
  await writeFile(join(workspace, 'functions/tick/index.js'), 'exports.main = () => 1;');
  const left = [...statuses];
  let isCreated = false;
  const request: CloudApi['request'] = async ({ action }) => {
    if (action === 'CreateFunction') isCreated = true;
    if (action === 'GetFunction' && !isCreated)
      throw new CloudBaseError('NOT_FOUND', 'none', { cloudCode: 'ResourceNotFound.FunctionName' });
    if (action === 'GetFunction') onAsked();
    return { RequestId: 'r-1', Status: left.length > 1 ? left.shift() : left[0], StatusDesc: 'npm install failed' };
  };
  const cloud = { envId: async () => 'env-1', api: { request } } as Partial<CloudBase> as CloudBase;
  await using served = await serveTools([createFunction], { services: { cloud, workspace } });
  return await served.call('createFunction', { func: { name: 'tick' }, force: false });
}

it('waits until a function is ready', async () => {
  expect(await deploy(['Creating', 'Active'])).toMatchObject({ created: true, status: 'Active', requestId: 'r-1' });
});

it('reports the reason if a function cannot become ready', async () => {
  expect(await deploy(['Creating', 'CreateFailed'])).toMatchObject({
    failed: {
      code: 'PARTLY_DONE',
      message: expect.stringContaining('npm install failed'),
      details: { created: true, cause: 'CLOUD_ERROR', cloudCode: 'CreateFailed', requestId: 'r-1' },
    },
  });
});

it('times out if a function never becomes ready', async () => {
  const now = Date.now.bind(Date);
  let passed = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + passed);
  onTestFinished(() => clock.mockRestore());
  const result = await deploy(['Creating'], () => {
    passed = 60_000;
  });
  expect(result).toMatchObject({
    failed: { code: 'PARTLY_DONE', message: expect.stringMatching(/not ready after 60 s \(status Creating\)/) },
  });
});
