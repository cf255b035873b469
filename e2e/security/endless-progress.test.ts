import { expect, it } from 'vitest';
import { callMeanwhile, PATIENCE_MS, startAttacked } from './fixtures/hostile.ts';

it('progress without an end keeps nobody else waiting, and its call ends when its time is over', async () => {
  const attacked = await startAttacked({ timeout: 2, maxTimeout: 3 });
  let heard = 0;
  const attack = attacked.client
    .callTool(
      { name: 'hostile__endless', arguments: {} },
      {
        onprogress: () => {
          heard += 1;
        },
        resetTimeoutOnProgress: true,
        timeout: 60_000,
      },
    )
    .then(JSON.stringify, String);
  expect(await callMeanwhile(attacked, attack)).toBeLessThan(PATIENCE_MS);
  expect(await attack).toContain('did not finish within 3 s');
  expect(heard).toBeGreaterThan(0);
  // The server was told, and stopped: it is of use again.
  await expect.poll(attacked.reached, { timeout: 10_000 }).toContain('endless was cancelled');
  expect(await attacked.attack('echo', { text: 'still here' })).toBe('still here');
});

it('progress of a call that nobody listens to is left out, however much of it there is', async () => {
  const attacked = await startAttacked({ timeout: 2, maxTimeout: 3 });
  const attack = attacked.attack('endless');
  expect(await callMeanwhile(attacked, attack)).toBeLessThan(PATIENCE_MS);
  expect(await attack).toContain('did not answer within 2 s');
});
