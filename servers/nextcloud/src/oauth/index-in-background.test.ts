import { expect, it, vi } from 'vitest';
import { createNextcloud } from '../http/create-nextcloud.ts';
import { indexInBackground } from './index-in-background.ts';

const nextcloudOf = (user: string) => createNextcloud({ url: 'http://127.0.0.1:1', user, authorization: () => 'none' });

it('indexes for every user who granted access, and goes on after one fails', async () => {
  const [synced, sentences]: [string[], string[]] = [[], []];
  const stop = indexInBackground(
    {
      sync: async ({ user }) => {
        synced.push(user);
        if (user === 'ada') throw new Error('Nextcloud is away.');
      },
    },
    { grantedNextclouds: async () => [nextcloudOf('ada'), nextcloudOf('bob')] },
    (sentence) => sentences.push(sentence),
  );
  await vi.waitFor(() => expect(synced).toEqual(['ada', 'bob']));
  expect(sentences).toEqual(['Nextcloud is away.']);
  stop();
});
