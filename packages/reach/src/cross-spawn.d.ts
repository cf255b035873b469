// The package ships no types. This declares the one call form used here: three pipes.
declare module 'cross-spawn' {
  import type { ChildProcessByStdio, SpawnOptionsWithStdioTuple } from 'node:child_process';
  import type { Readable, Writable } from 'node:stream';

  function spawn(
    command: string,
    args: readonly string[],
    options: SpawnOptionsWithStdioTuple<'pipe', 'pipe', 'pipe'>,
  ): ChildProcessByStdio<Writable, Readable, Readable>;
  export = spawn;
}
