import { runCloudBase } from './run.ts';

await runCloudBase(process.argv.slice(2));
