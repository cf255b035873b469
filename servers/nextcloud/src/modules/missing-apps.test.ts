import { expect, it } from 'vitest';
import { serveNextcloud } from '../fixtures/serve-nextcloud.ts';
import { findMissingApps } from './missing-apps.ts';

// News and Cookbook are detected by a request to the app: some versions are missing in the capabilities.
it.each([
  [404, {}],
  [302, { location: '/index.php/apps/dashboard/' }],
  [500, {}],
])('treats an app as missing if its address answers %i', async (status, headers) => {
  const asked: (string | undefined)[] = [];
  await using http = await serveNextcloud(({ url }, response) => {
    asked.push(url);
    const isCapabilities = url?.includes('/cloud/capabilities') === true;
    const isThere = url?.includes('/cookbook/') === true;
    const capabilities = { notes: {}, deck: {}, files_sharing: {} };
    if (isCapabilities) response.end(JSON.stringify({ ocs: { meta: { statuscode: 200 }, data: { capabilities } } }));
    else response.writeHead(isThere ? 200 : status, headers).end('{}');
  });
  const signal = AbortSignal.timeout(5_000);
  expect(await findMissingApps(http.nextcloud, signal)).toEqual(['tables', 'news']);
  expect(asked.slice(1)).toEqual(['/index.php/apps/cookbook/api/version', '/index.php/apps/news/api/v1-3/version']);
});
