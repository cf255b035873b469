import { PassThrough } from 'node:stream';
import { ok, type Result } from '@toolmark/annotations';
import type { Approval } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import { createIo } from '../fixtures/ask.ts';
import { answeredBy, approval } from '../fixtures/policy-gateway.ts';
import type { Answer, GatewayClient, Refusal } from '../gateway-client.ts';
import { createQuestionPrompt } from './question-prompt.ts';
import { createTypedLines } from './typed-lines.ts';

it('does not announce its own answer, however early the event arrives', async () => {
  const asked = approval(1_000);
  const answered: Approval = { ...asked, ...answeredBy('toolmark-cli', { route: 'cli' }) };
  const sent = Promise.withResolvers<void>();
  const reply = Promise.withResolvers<Result<Answer<Approval>, Refusal>>();
  const gateway = {
    origin: 'http://x',
    request: () => {
      sent.resolve();
      return reply.promise;
    },
  } as unknown as GatewayClient;
  const typed = new PassThrough();
  const told = Promise.withResolvers<void>();
  const { io, written } = createIo({
    typed,
    isTTY: true,
    onStderr: (all) => {
      if (all.endsWith('Enter to skip: ')) setImmediate(() => typed.write('a\n'));
      if (all.includes('Approved')) setImmediate(told.resolve);
    },
  });
  const prompt = createQuestionPrompt({ options: {}, io, lines: createTypedLines(io.streams) });
  prompt.add(asked, gateway);
  await sent.promise;
  prompt.settle(answered);
  reply.resolve(ok({ status: 200, value: answered, json: answered }));
  await told.promise;
  expect(written().stderr).not.toContain('Press Enter');
});
