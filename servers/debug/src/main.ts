import { runDebug } from './run.ts';

await runDebug(process.argv.slice(2));
