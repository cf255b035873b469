import { figure, table } from '../gateway/report/table.ts';
import { quantile } from '../gateway/statistics.ts';
import { startEmulator, startServer } from './connection.ts';

const AIM = 1.5;
/** Raw requests and calls alternate in slices, so that other load affects both equally. */
const SLICE = 25;

/** Measures one request, raw and as a call, alternately, and a ping of the server: the cost of MCP itself. */
export async function measureOverhead(isQuick: boolean): Promise<void> {
  const slices = isQuick ? 20 : 120;
  const emulator = await startEmulator();
  const server = await startServer(emulator);
  const notes = '/apps/notes/api/v1/notes';
  const { id } = (await emulator.request('POST', notes, {
    title: 'Bench',
    content: 'A line of a note.\n'.repeat(100),
    category: '',
  })) as { readonly id: number };
  const pairs = [
    {
      name: 'read a note of 1.8 kB',
      raw: () => emulator.request('GET', `${notes}/${id}`),
      called: () => server.call('nc_notes_get_note', { note_id: id }),
    },
    {
      name: 'create a note',
      raw: () => emulator.request('POST', notes, { title: 'One', content: 'Text', category: 'Raw' }),
      called: () => server.call('nc_notes_create_note', { title: 'One', content: 'Text', category: 'Called' }),
    },
  ];
  const rows = [];
  for (const { name, raw, called } of pairs) {
    const times = { raw: [] as number[], ping: [] as number[], called: [] as number[] };
    for (let slice = -4; slice < slices; slice++) {
      for (const [kind, run] of [
        ['raw', raw],
        ['ping', server.ping],
        ['called', called],
      ] as const) {
        for (let count = 0; count < SLICE; count++) {
          const start = performance.now();
          await run();
          // The first slices are a warm-up.
          if (slice >= 0) times[kind].push(performance.now() - start);
        }
      }
    }
    const [raw50, called50] = [quantile(times.raw, 0.5), quantile(times.called, 0.5)];
    rows.push([
      name,
      figure(raw50, 2),
      figure(quantile(times.ping, 0.5), 2),
      figure(called50, 2),
      figure(called50 / raw50, 2, ' ×'),
      figure(quantile(times.raw, 0.95), 2),
      figure(quantile(times.called, 0.95), 2),
    ]);
  }
  console.log(`  a call beside the same request sent raw, ms, ${slices * SLICE} each (aim: ${AIM} × at p50)`);
  for (const line of table(['', 'raw p50', 'ping p50', 'call p50', '', 'raw p95', 'call p95'], rows))
    console.log(`  ${line}`);
}
