import { Worker } from 'node:worker_threads';

/** Starts a file of ours as a thread: from source as TypeScript, else as what it was compiled to. */
export function startThread(path: string, from: string, data: unknown): Worker {
  const isSource = from.endsWith('.ts');
  const url = new URL(isSource ? path : path.replace(/\.ts$/, '.js'), from);
  return new Worker(url, {
    workerData: data,
    // The packages of this house, too, are run from source then.
    ...(isSource && { execArgv: ['--conditions=@toolmark/source', ...process.execArgv] }),
  });
}
