import { expect, it } from 'vitest';
import { connectTo } from '../policy/fixtures/policy-client.ts';
import { waitingAt } from './fixtures/answering.ts';
import { openPage } from './fixtures/browser.ts';
import { createScripted, NOTES } from './fixtures/scripted.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';

const notes = createScripted(NOTES);
const gateway = shareGateway({ servers: { notes: notes.entry }, config: { policy: { ask: { wait: 55 } } } });
it('x', async () => {
  const t0 = Date.now();
  const log = (m: string) => console.log(Date.now() - t0, m);
  const page = await openPage({ gateway: gateway() });
  page.on('request', (r) => log(`> ${r.method()} ${r.url()}`));
  page.on('response', (r) => log(`< ${r.status()} ${r.url()}`));
  await page.addInitScript({
    content: `const E = EventSource; window.EventSource = class extends E { constructor(u) { super(u); for (const t of ['open','error','approvals.requested','approvals.resolved','tool_calls.started','sessions.created','reset']) this.addEventListener(t, (e) => console.log('SSE ' + t + ' ' + (e.data ?? '').slice(0,80))); } }`,
  });
  page.on('console', (m) => log(m.text()));
  await page.goto(`${gateway().url}/approvals`);
  await page.getByText('Nothing waits for you').waitFor();
  log('nothing waits shown ' + (await page.locator('[data-live]').getAttribute('data-live')));
  const client = await connectTo(gateway(), 'modern', 'a');
  const answered = client.call('notes__delete_note', { id: 1 }).catch(() => undefined);
  const asked = await waitingAt(gateway());
  log('waiting');
  await page
    .locator(`main [data-approval="${asked.id}"]`)
    .waitFor()
    .then(
      () => log('shown'),
      () => log('NOT shown'),
    );
  await gateway().api(`/api/v1/approvals/${asked.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"decision":"deny"}',
  });
  await answered;
  expect(1).toBe(1);
});
