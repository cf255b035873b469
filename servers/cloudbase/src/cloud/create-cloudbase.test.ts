import { expect, it } from 'vitest';
import { createEmulator } from '../emulator/create-emulator.ts';
import { createCloudBase } from './create-cloudbase.ts';
import { LIMITS } from './limits.ts';

const signal = AbortSignal.timeout(30_000);

it('caches the environment for a minute, or until the cache is cleared', async () => {
  await using emulator = await createEmulator();
  let time = Date.now();
  const cloud = createCloudBase({
    endpoints: emulator.endpoints,
    session: { credentials: async () => emulator.credentials, envId: async () => emulator.envId },
    now: () => time,
  });
  const asked = (): number => emulator.requests.filter(({ action }) => action === 'DescribeEnvs').length;
  expect(await cloud.environment(signal)).toMatchObject({ envId: emulator.envId, region: 'ap-shanghai' });
  await cloud.environment(signal);
  expect(asked()).toBe(1);
  cloud.forgetEnvironment();
  await cloud.environment(signal);
  time += LIMITS.environmentMs;
  await cloud.environment(signal);
  expect(asked()).toBe(3);
});

it('gets addresses from the older storage API, whose signature the emulator verifies', async () => {
  await using emulator = await createEmulator();
  const { endpoints, envId } = emulator;
  const cloudWith = (credentials: typeof emulator.credentials) =>
    createCloudBase({ endpoints, session: { credentials: async () => credentials, envId: async () => envId } });
  const cloud = cloudWith(emulator.credentials);
  expect(await cloud.admin('storage.getUploadMetadata', { path: 'a.txt' }, signal)).toHaveProperty('url');
  await expect(
    cloudWith({ ...emulator.credentials, secretKey: 'wrong' }).admin(
      'storage.getUploadMetadata',
      { path: 'a' },
      signal,
    ),
  ).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
});

it('explains how to choose an environment if none is chosen or it does not exist', async () => {
  await using emulator = await createEmulator();
  const { endpoints } = emulator;
  const credentials = async () => emulator.credentials;
  const none = createCloudBase({ endpoints, session: { credentials, envId: async () => undefined } });
  await expect(none.environment(signal)).rejects.toMatchObject({ code: 'NO_ENVIRONMENT' });
  const gone = createCloudBase({ endpoints, session: { credentials, envId: async () => 'gone' } });
  await expect(gone.environment(signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
