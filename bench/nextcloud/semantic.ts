import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, DEMO_PASSWORD, DEMO_USER } from '../../servers/nextcloud/src/emulator/create-emulator.ts';
import { createNextcloud } from '../../servers/nextcloud/src/http/create-nextcloud.ts';
import { createSemantic } from '../../servers/nextcloud/src/semantic/create-semantic.ts';
import { createFeatureHashing } from '../../servers/nextcloud/src/semantic/embeddings/feature-hashing.ts';
import { createSentenceEncoder } from '../../servers/nextcloud/src/semantic/embeddings/sentence-encoder.ts';
import { sourcesOf } from '../../servers/nextcloud/src/semantic/sources.ts';
import { figure, table } from '../gateway/report/table.ts';
import { quantile } from '../gateway/statistics.ts';

interface Labelled {
  readonly notes: readonly { readonly title: string; readonly content: string }[];
  readonly questions: readonly { readonly question: string }[];
}

/** Measures building and querying the index of notes, with each kind of embeddings; the labelled notes repeatedly. */
export async function measureSemantic(isQuick: boolean): Promise<void> {
  const labelled: Labelled = JSON.parse(
    await readFile(new URL('../../servers/nextcloud/src/semantic/fixtures/labelled.json', import.meta.url), 'utf8'),
  );
  const count = labelled.notes.length * (isQuick ? 1 : 10);
  const emulator = await createEmulator();
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-bench-'));
  try {
    const authorization = `Basic ${Buffer.from(`${DEMO_USER}:${DEMO_PASSWORD}`).toString('base64')}`;
    const nextcloud = createNextcloud({ url: emulator.url, user: DEMO_USER, authorization: () => authorization });
    const signal = AbortSignal.timeout(600_000);
    for (let number = 0; number < count; number++) {
      const note = labelled.notes[number % labelled.notes.length];
      await nextcloud.request({
        method: 'POST',
        path: ['apps', 'notes', 'api', 'v1', 'notes'],
        json: { title: note?.title, content: note?.content, category: '' },
        what: 'a note',
        signal,
      });
    }
    const rows = [];
    for (const embedder of [createFeatureHashing(), createSentenceEncoder()]) {
      const file = join(folder, `${embedder.name}.sqlite`);
      const semantic = createSemantic({ file, host: 'bench', sources: sourcesOf(['notes']), embedder });
      const began = performance.now();
      await semantic.sync(nextcloud);
      const built = performance.now() - began;
      const times: number[] = [];
      for (const { question: query } of labelled.questions) {
        const start = performance.now();
        await semantic.search(
          nextcloud,
          { query, limit: 5, fusion: 'rrf', scoreThreshold: 0 },
          { signal, progress: async () => {} },
        );
        times.push(performance.now() - start);
      }
      const again = performance.now();
      await semantic.sync(nextcloud);
      const unchanged = performance.now() - again;
      await semantic.close();
      rows.push([
        embedder.name,
        figure(built / 1_000, 1),
        figure(unchanged, 0),
        figure(quantile(times, 0.5), 1),
        figure(quantile(times, 0.95), 1),
        figure((await stat(file)).size / 1024 ** 2, 1),
      ]);
    }
    console.log(`  the index of ${count} notes; a search reads its five results again from the emulator`);
    const head = ['', 'build s', 'again ms', 'search p50 ms', 'p95', 'file MiB'];
    for (const line of table(head, rows)) console.log(`  ${line}`);
  } finally {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}
