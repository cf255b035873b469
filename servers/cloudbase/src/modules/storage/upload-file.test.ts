import { describe, expect, it } from 'vitest';
import { Refusal } from '../../emulator/refusal.ts';
import { type ServedEmulator, serveEmulator } from '../../fixtures/serve-emulator.ts';

const upload = (served: ServedEmulator, cloudPath: string, localPath = 'a.txt') =>
  served.call('uploadFile', { localPath, cloudPath });
const objectsOf = ({ emulator }: ServedEmulator) =>
  (emulator.snapshot()[emulator.envId] as { readonly storage: { readonly objects: object } }).storage.objects;

describe('a file for the storage', () => {
  it('is found at the address of the result', async () => {
    await using served = await serveEmulator();
    await served.write('a.txt', 'ä');
    const result = (await upload(served, '/docs//ä b.txt')) as { temporaryUrl: string; fileId: string };
    expect(result).toMatchObject({ cloudPath: 'docs/ä b.txt', fileSize: 2, uploaded: true, expiresInSeconds: 3600 });
    expect(result.fileId).toMatch(/^cloud:\/\/demo-.+\/docs\/ä b\.txt$/);
    expect(await (await fetch(result.temporaryUrl)).text()).toBe('ä');
  });

  it('is not uploaded again if it exists with the same content, and causes no question', async () => {
    await using served = await serveEmulator();
    await served.write('a.txt', 'A');
    await upload(served, 'a.txt');
    expect(await upload(served, 'a.txt')).toMatchObject({ uploaded: false, temporaryUrl: expect.any(String) });
  });

  it('is not overwritten if it appears after the check', async () => {
    await using served = await serveEmulator();
    await served.write('a.txt', 'A');
    // The check finds no object.
    served.emulator.refuse('cos HEAD Object', new Refusal('NoSuchKey', 'no', 404));
    const before = objectsOf(served);
    expect(await upload(served, 'readme.txt')).toMatchObject({ failed: { code: 'ALREADY_EXISTS' } });
    expect(objectsOf(served)).toEqual(before);
  });

  it('is reported as uploaded if only its address fails', async () => {
    await using served = await serveEmulator();
    await served.write('a.txt', 'A');
    served.emulator.refuse('admin storage.batchGetDownloadUrl', new Refusal('SYS_ERR', 'Down.'));
    expect(await upload(served, 'a.txt')).toMatchObject({
      failed: {
        code: 'PARTLY_DONE',
        message: expect.stringContaining('The file is in the storage'),
        details: { cloudPath: 'a.txt' },
      },
    });
    expect(objectsOf(served)).toHaveProperty(['a.txt']);
  });

  it.each([
    ['docs/', 'a.txt', 'INVALID_ARGUMENT', /must name a file/],
    ['/', 'a.txt', 'INVALID_ARGUMENT', /must name a file/],
    ['a/../b', 'a.txt', 'INVALID_ARGUMENT', /'\.' or '\.\.'/],
    ['x'.repeat(851), 'a.txt', 'TOO_LARGE', /850 bytes/],
    ['a.txt', 'missing.txt', 'INVALID_ARGUMENT', /no file or folder .+missing\.txt/],
    ['a.txt', 'folder', 'INVALID_ARGUMENT', /takes one file/],
  ])('for %s from %s is refused before anything is sent', async (cloudPath, localPath, code, message) => {
    await using served = await serveEmulator();
    await served.write('a.txt', 'A');
    await served.write('folder/b.txt', 'B');
    expect(await upload(served, cloudPath, localPath)).toMatchObject({
      failed: { code, message: expect.stringMatching(message) },
    });
    expect(served.emulator.requests).toEqual([]);
  });
});
