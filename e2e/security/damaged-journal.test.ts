import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, viewOf } from '../record/fixtures/record.ts';
import { callMeanwhile, PATIENCE_MS, startAttacked } from './fixtures/hostile.ts';

const MIB = 1024 * 1024;
const keys = Array.from({ length: 200_000 }, (_unused, at) => `"k\\n${at}":1`).join(',');

/** What a full disk, a crash or somebody with an editor may leave at the end of a journal. */
const DAMAGE: readonly (readonly [string, () => Buffer])[] = [
  ['half a line', () => Buffer.from('begin\t["x"')],
  ['bytes that are no text', () => Buffer.concat([Buffer.alloc(MIB, 0), Buffer.from([0xff, 0xfe, 0x0a])])],
  ['a line of 32 MiB', () => Buffer.from(`${'x'.repeat(32 * MIB)}\n`)],
  ['a line of 32 MiB without an end', () => Buffer.from('{"kind":"'.padEnd(32 * MIB, 'y'))],
  ['200,000 lines that mean nothing', () => Buffer.from('call\t[1]\t{\n'.repeat(200_000))],
  ['an entry of 200,000 keys', () => Buffer.from(`{"kind":"event","at":1,"type":"x","data":{${keys}}}\n`)],
];

/** The journal of a gateway that made one call, as one that made another call would have written it. */
function asOther(journal: string, word: string, offset: number): string {
  const [, sequence = '', id = ''] = /\[(\d{12,}),\d+,"([0-9a-f-]{36})"/.exec(journal) ?? [];
  expect([sequence, id]).not.toContain('');
  return journal
    .replaceAll('before', word)
    .replaceAll(sequence, String(Number(sequence) + offset))
    .replaceAll(id, `${id.slice(0, -2)}${offset}`);
}

describe('a damaged journal', () => {
  it.each(DAMAGE)(
    'that ends with %s keeps no gateway from starting, answering and recording',
    async (_case, damage) => {
      const dataDir = createFolder();
      const before = await startAttacked({}, { dataDir });
      await before.bystander('before');
      await expect.poll(async () => (await viewOf(before.gateway).calls()).total, { timeout: 30_000 }).toBe(1);
      await before.gateway.stop('SIGKILL');
      const folder = join(dataDir, 'record');
      const journals = readdirSync(folder).filter((name) => name.endsWith('.journal'));
      expect(journals.length).toBeGreaterThan(0);
      const [journal = ''] = journals.map((name) => readFileSync(join(folder, name), 'utf8'));
      for (const name of journals) appendFileSync(join(folder, name), damage());
      // And one of a gateway on this machine that nobody remembers, with a call that is nowhere else before the damage, and one behind it.
      const bytes = damage();
      const words = bytes.at(-1) === 0x0a ? ['whole', 'behind'] : ['whole'];
      const [whole = '', behind = ''] = words.map((word, index) => asOther(journal, word, 10 + index));
      const [, host] = journals[0]?.split('-') ?? [];
      const other = join(folder, `999999-${host}-abcd.0.journal`);
      writeFileSync(other, Buffer.concat([Buffer.from(whole), bytes, Buffer.from(behind)]));

      const after = await startAttacked({}, { dataDir });
      const recorded = expect
        .poll(async () => (await viewOf(after.gateway).calls('?q=after')).total, { timeout: 60_000 })
        .toBeGreaterThan(0);
      await after.bystander('after');
      expect(await callMeanwhile(after, recorded)).toBeLessThan(PATIENCE_MS);
      // What was whole is still there.
      for (const word of ['before', ...words])
        await expect
          .poll(async () => [word, (await viewOf(after.gateway).calls(`?q=${word}`)).total], { timeout: 30_000 })
          .toEqual([word, 1]);
    },
  );
});
