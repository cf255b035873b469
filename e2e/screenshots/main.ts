// `npm run screenshots [-- NAME…]`: takes pictures of every page for docs/images/page, from a gateway used by real
// clients.
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Demo, ServerList } from '@toolmark/api-contract';
import { launchChromium } from '../support/launch-chromium.ts';
import { freePort, type ScreenshotGateway, startScreenshotGateway, until } from './gateway.ts';
import { createHomeContent, setCalendar } from './home.ts';
import { pagesOf, text } from './pages.ts';
import { takeScreenshots } from './shoot.ts';
import { NOW, SITTINGS, work } from './work.ts';

const folder = fileURLToPath(new URL('../../docs/images/page/', import.meta.url));
const HOUR_MS = 3_600_000;
const wanted = process.argv.slice(2);
const isWanted = ({ name }: { readonly name: string }): boolean => wanted.length === 0 || wanted.includes(name);

// A fixed folder, because some pages show paths.
const root = join(tmpdir(), 'toolmark-screenshots');
rmSync(root, { recursive: true, force: true });
const browser = await launchChromium(['--hide-scrollbars']);
const running: ScreenshotGateway[] = [];
const start = async (options: Parameters<typeof startScreenshotGateway>[0]): Promise<ScreenshotGateway> => {
  const gateway = await startScreenshotGateway(options);
  running.push(gateway);
  return gateway;
};
try {
  mkdirSync(folder, { recursive: true });

  console.log('Somebody who has just started');
  const fresh = join(root, 'fresh');
  mkdirSync(fresh, { recursive: true });
  const first = await start({ home: fresh });
  await ready(first);
  const atFirst = { browser, gateway: first, folder };
  const signIn = { name: 'sign-in', path: '/', ready: text('Token') };
  await takeScreenshots([signIn].filter(isWanted), { ...atFirst, isSignedIn: false });
  await takeScreenshots([{ name: 'first-start', path: '/', ready: text('Watch a demo') }].filter(isWanted), atFirst);
  await playDemo(first, 'until it asks');
  await takeScreenshots([{ name: 'demo', path: '/', ready: text('Delete Note') }].filter(isWanted), atFirst);
  await first.stop();

  console.log('A day and a half of work');
  const used = join(root, 'home');
  createHomeContent(used);
  for (const sitting of SITTINGS) {
    const gateway = await start({ home: used, lateMs: sitting.hours * HOUR_MS });
    await ready(gateway);
    await work(gateway, sitting);
    await gateway.stop();
  }
  setCalendar(used, 'relaxed');
  const now = await start({ home: used, port: await freePort() });
  await ready(now);
  await playDemo(now, 'to its end');
  await grant(now);
  await Promise.all(NOW.map((sitting) => work(now, sitting)));
  await takeScreenshots((await pagesOf(now)).filter(isWanted), { browser, gateway: now, folder });
} finally {
  await browser.close();
  await Promise.all(running.map((gateway) => gateway.stop()));
  rmSync(root, { recursive: true, force: true });
}

/** Waits until every server that can start has started. */
async function ready({ api }: ScreenshotGateway): Promise<void> {
  const SETTLED = ['ready', 'failed', 'waiting'];
  await until(
    () => api<ServerList>('GET', '/servers'),
    ({ servers }) => servers.every(({ state }) => SETTLED.includes(state)),
  );
}

/** Creates a profile and two tokens, one of them only for that profile. */
async function grant({ api }: ScreenshotGateway): Promise<void> {
  const reading = {
    description: 'For reports: looks at notes and files.',
    servers: ['notes', 'files'],
    classes: ['read'],
  };
  await api('PUT', '/profiles/reading', reading);
  await api('POST', '/tokens', { name: 'weekly-report', ceiling: 'read', profile: 'reading', expires_in_days: 90 });
  await api('POST', '/tokens', { name: 'garden-bot', ceiling: 'additive', servers: ['notes', 'calendar'] });
}

/** Runs the demo and approves all its questions, or stops at the first one. */
async function playDemo({ api }: ScreenshotGateway, how: 'until it asks' | 'to its end'): Promise<void> {
  await api('POST', '/demo', { fast: true });
  for (const answered = new Set<string>(); ; ) {
    const isNew = (id: string | null): id is string => id !== null && !answered.has(id);
    const { state, steps } = await until(
      () => api<Demo>('GET', '/demo'),
      (demo) => demo.state !== 'running' || demo.steps.some((step) => isNew(step.approval_id)),
    );
    if (state !== 'running' || how === 'until it asks') return;
    for (const { approval_id: id } of steps.filter((step) => isNew(step.approval_id))) {
      if (id === null) continue;
      answered.add(id);
      await api('POST', `/approvals/${id}`, { decision: 'approve' });
    }
  }
}
