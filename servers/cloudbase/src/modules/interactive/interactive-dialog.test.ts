import { describe, expect, it, vi } from 'vitest';
import { createDialogs } from '../../dialogs/create-dialogs.ts';
import type { Dialog, DialogAnswer, Dialogs } from '../../dialogs/dialogs.ts';
import { type Elicit, type ServeToolsOptions, serveTools } from '../../fixtures/serve-tools.ts';
import { interactiveDialog } from './interactive-dialog.ts';

const CONFIRM = { type: 'confirm', message: 'Deploy to production.', risks: ['Visitors see it at once.'] };
const start = (options: ServeToolsOptions) => serveTools([interactiveDialog], options);

/** A page whose user always gives the same answer. */
function page(answer: DialogAnswer): Dialogs & { readonly asked: Dialog[] } {
  const asked: Dialog[] = [];
  return {
    asked,
    ask: async (dialog) => {
      asked.push(dialog);
      return answer;
    },
    close: async () => {},
  };
}

describe.each(['2025-11-25', '2026-07-28'] as const)('a client of revision %s that can ask', (revision) => {
  it('is asked, with the risks and the three standard answers', async () => {
    const elicit = vi.fn<Elicit>(() => ({ action: 'accept', content: { choice: 'Run the task' } }));
    await using server = await start({ revision, elicit });
    expect(await server.call('interactiveDialog', CONFIRM)).toEqual({ answer: 'confirmed' });
    expect(elicit.mock.calls[0]?.[0]).toMatchObject({
      message: 'Deploy to production.\n\n⚠ Visitors see it at once.',
      requestedSchema: {
        properties: { choice: { enum: ['Run the task', 'Change the task first', 'Cancel'] } },
        required: ['choice'],
      },
    });
  });

  it.each([
    [{ action: 'accept', content: { choice: 'Change the task first' } }, { answer: 'changes' }],
    [
      { action: 'accept', content: { choice: 'Change the task first', text: 'only to staging' } },
      { answer: 'changes', text: 'only to staging' },
    ],
    [
      { action: 'accept', content: { choice: 'Run the task', text: 'but only to staging' } },
      { answer: 'changes', text: 'but only to staging' },
    ],
    [{ action: 'accept', content: { choice: 'Cancel' } }, { answer: 'declined' }],
    [{ action: 'decline' }, { answer: 'declined' }],
    [{ action: 'cancel' }, { answer: 'declined' }],
  ] as const)('%j is not an approval', async (given, expected) => {
    await using server = await start({ revision, elicit: () => given });
    expect(await server.call('interactiveDialog', CONFIRM)).toEqual(expected);
  });

  it.each([
    [['Yes', 'No'], { choice: 'No' }, { answer: 'answered', text: 'No' }],
    [['确认执行', '不要'], { choice: '不要' }, { answer: 'answered', text: '不要' }],
  ])('returns options of the caller unchanged: %j', async (options, content, expected) => {
    await using server = await start({ revision, elicit: () => ({ action: 'accept', content }) });
    expect(await server.call('interactiveDialog', { ...CONFIRM, options })).toEqual(expected);
  });

  it('answers an open question', async () => {
    await using server = await start({ revision, elicit: () => ({ action: 'accept', content: { text: ' todos ' } }) });
    expect(await server.call('interactiveDialog', { type: 'clarify', message: 'Which collection?' })).toEqual({
      answer: 'answered',
      text: 'todos',
    });
  });
});

describe.each(['2025-11-25', '2026-07-28'] as const)('a client of revision %s that cannot ask', (revision) => {
  it.each([
    [{ kind: 'answered', value: 'Run the task' }, { answer: 'confirmed' }],
    [{ kind: 'answered', value: 'Change the task first' }, { answer: 'changes' }],
    [
      { kind: 'answered', value: 'Run the task', isWritten: true },
      { answer: 'changes', text: 'Run the task' },
    ],
    [{ kind: 'cancelled' }, { answer: 'declined' }],
    [{ kind: 'timed-out' }, { answer: 'timed-out' }],
  ] as const)('uses the local page: %j', async (answer, expected) => {
    const dialogs = page(answer);
    await using server = await start({ revision, services: { dialogs } });
    expect(await server.call('interactiveDialog', CONFIRM)).toEqual(expected);
    expect(dialogs.asked).toEqual([
      {
        title: { en: 'Run this task?', zh: '确认执行任务' },
        message: 'Deploy to production.',
        risks: ['Visitors see it at once.'],
        choices: [
          { value: 'Run the task', label: 'Run the task', kind: 'primary' },
          { value: 'Change the task first', label: 'Change the task first' },
        ],
        allowsText: true,
      },
    ]);
  });
});

it('asks in Chinese', async () => {
  const dialogs = page({ kind: 'answered', value: '确认执行' });
  await using server = await start({ services: { dialogs, language: 'zh' } });
  expect(await server.call('interactiveDialog', CONFIRM)).toEqual({ answer: 'confirmed' });
  expect(dialogs.asked[0]?.choices?.map(({ label }) => label)).toEqual(['确认执行', '需要修改任务']);
});

it('refuses a question without a message', async () => {
  await using server = await start({ services: { dialogs: page({ kind: 'cancelled' }) } });
  expect(await server.call('interactiveDialog', { type: 'confirm', message: ' ' })).toMatchObject({
    failed: { code: 'INVALID_ARGUMENT' },
  });
});

it('keeps two calls apart on the real page, each with its own answer', async () => {
  const urls: string[] = [];
  const dialogs = createDialogs({ language: 'en', complain: () => {}, openBrowser: (url) => urls.push(url) });
  await using server = await start({ services: { dialogs } });
  const first = server.call('interactiveDialog', { type: 'clarify', message: 'First?' });
  await expect.poll(() => urls.length).toBe(1);
  const second = server.call('interactiveDialog', { type: 'clarify', message: 'Second?' });
  await expect.poll(() => urls.length).toBe(2);
  for (const [index, text] of [
    [1, 'two'],
    [0, 'one'],
  ] as const) {
    const url = urls[index] ?? '';
    const token = /name="token" value="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? '';
    await fetch(url, {
      method: 'POST',
      headers: { origin: new URL(url).origin },
      body: new URLSearchParams({ token, text }),
    });
  }
  expect(await Promise.all([first, second])).toEqual([
    { answer: 'answered', text: 'one' },
    { answer: 'answered', text: 'two' },
  ]);
  await dialogs.close();
});
