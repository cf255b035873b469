import { runDemo } from './run.ts';

await runDemo(process.argv.slice(2));
