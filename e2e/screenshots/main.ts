// `npm run screenshots [-- NAME…]`: pictures of every page for docs/images/page, from a gateway on which real clients worked.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Demo, ServerList } from '@toolmark/api-contract';
import { type ShownGateway, startShown, until } from './gateway.ts';
import { furnish, setCalendar } from './home.ts';
import { pagesOf } from './pages.ts';
import { openBrowser, shoot } from './shoot.ts';
import { NOW, SITTINGS, work } from './work.ts';

const folder = fileURLToPath(new URL('../../docs/images/page/', import.meta.url));
const HOUR_MS = 3_600_000;
const wanted = process.argv.slice(2);
const isWanted = ({ name }: { readonly name: string }): boolean => wanted.length === 0 || wanted.includes(name);

const home = mkdtempSync(join(tmpdir(), 'toolmark-'));
const browser = await openBrowser();
const running: ShownGateway[] = [];
const start = async (options: Parameters<typeof startShown>[0]): Promise<ShownGateway> => {
  const gateway = await startShown(options);
  running.push(gateway);
  return gateway;
};
try {
  mkdirSync(folder, { recursive: true });

  console.log('Somebody who has just started');
  const fresh = join(home, 'fresh');
  mkdirSync(fresh);
  const first = await start({ home: fresh });
  await ready(first);
  const signInPage = { name: 'sign-in', path: '/', ready: textOf('Token') };
  await shoot([signInPage].filter(isWanted), { browser, gateway: first, folder, isSignedIn: false });
  await shoot([{ name: 'first-start', path: '/', ready: textOf('demo') }].filter(isWanted), {
    browser,
    gateway: first,
    folder,
  });
  await first.stop();

  console.log('A day and a half of work');
  const used = join(home, 'used');
  furnish(used);
  for (const sitting of SITTINGS) {
    const gateway = await start({ home: used, lateMs: sitting.hours * HOUR_MS });
    await ready(gateway);
    await work(gateway, sitting);
    await gateway.stop();
  }
  setCalendar(used, 'relaxed');
  const now = await start({ home: used });
  await ready(now);
  await runDemo(now);
  await Promise.all(NOW.map((sitting) => work(now, sitting)));
  await shoot((await pagesOf(now)).filter(isWanted), { browser, gateway: now, folder });
} finally {
  await browser.close();
  await Promise.all(running.map((gateway) => gateway.stop()));
  rmSync(home, { recursive: true, force: true });
}

function textOf(words: string) {
  return (page: import('playwright-core').Page): Promise<unknown> => page.getByText(words).first().waitFor();
}

/** Until every server that can start has done so. */
async function ready({ api }: ShownGateway): Promise<void> {
  const SETTLED = ['ready', 'failed', 'backoff', 'down', 'waiting'];
  await until(
    () => api<ServerList>('GET', '/servers'),
    ({ servers }) => servers.every(({ state }) => SETTLED.includes(state)),
  );
}

/** The demo from its first step to its last, with a yes from a person wherever it asks. */
async function runDemo({ api }: ShownGateway): Promise<void> {
  await api('POST', '/demo', { fast: true });
  for (const answered = new Set<string>(); ; ) {
    const isNew = (id: string | null): id is string => id !== null && !answered.has(id);
    const { state, steps } = await until(
      () => api<Demo>('GET', '/demo'),
      (demo) =>
        demo.state !== 'running' || demo.steps.some((step) => step.state === 'asking' && isNew(step.approval_id)),
    );
    if (state !== 'running') return;
    for (const { approval_id: id } of steps) {
      if (!isNew(id)) continue;
      answered.add(id);
      await api('POST', `/approvals/${id}`, { decision: 'approve' });
    }
  }
}
