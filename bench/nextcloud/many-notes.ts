import { residentMemory } from '../gateway/process-usage.ts';
import { figure, table } from '../gateway/report/table.ts';
import { median } from '../gateway/statistics.ts';
import { type EmulatorProcess, startEmulator, startServer } from './connection.ts';

const PARALLEL = 8;
const NOTES = '/apps/notes/api/v1/notes';

/** An account with 10,000 notes: compares the search tool with the single request for all notes. */
export async function measureManyNotes(isQuick: boolean): Promise<void> {
  const [count, rounds] = isQuick ? [1_000, 5] : [10_000, 15];
  const emulator = await startEmulator();
  await fill(emulator, count);
  const server = await startServer(emulator);
  const before = residentMemory(server.pid);
  const variants = [
    { name: `raw: all ${count} notes`, run: () => emulator.request('GET', NOTES) },
    { name: 'nc_notes_search_notes, 1 found', run: () => server.call('nc_notes_search_notes', { query: 'needle' }) },
    { name: 'nc_notes_search_notes, all found', run: () => server.call('nc_notes_search_notes', { query: 'note' }) },
  ].map((way) => ({ ...way, times: [] as number[] }));
  for (const { run } of variants) await run();
  for (let round = 0; round < rounds; round++) {
    for (const { run, times } of variants) {
      const start = performance.now();
      await run();
      times.push(performance.now() - start);
    }
  }
  const raw = median(variants[0]?.times ?? []);
  const rows = variants.map(({ name, times }) => [
    name,
    figure(median(times), 0),
    figure(median(times) / raw, 2, ' ×'),
  ]);
  console.log(`  ${count} notes, median of ${rounds}`);
  for (const line of table(['', 'ms', 'of raw'], rows)) console.log(`  ${line}`);
  const after = residentMemory(server.pid);
  console.log(`  memory of the server: ${figure(before, 0, ' MiB')} before, ${figure(after, 0, ' MiB')} after`);
}

async function fill({ request }: EmulatorProcess, count: number): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) {
      const content = `Text of note ${number}. ${number === 42 ? 'The needle.' : 'Some hay.'}\n`.repeat(5);
      await request('POST', NOTES, { title: `Note ${number}`, content, category: `Folder ${number % 20}` });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}
