// `npm run bench`: how long the checks take, each beside a baseline of the same run.
import { annotationsBench } from './annotations.ts';
import { auditBench } from './audit.ts';

const benches: Readonly<Record<string, () => Promise<void> | void>> = {
  annotations: annotationsBench,
  audit: auditBench,
};
const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  await bench();
}
