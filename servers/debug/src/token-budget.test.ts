import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { connect, STDIO } from './fixtures/wires.ts';

it('the list of tools costs at most 12,000 tokens', async () => {
  await using connected = await connect(STDIO);
  const { tools } = await connected.client.listTools();
  expect(tools).toHaveLength(34);
  expect(countTokens(JSON.stringify({ tools }))).toBeLessThanOrEqual(12_000);
});
