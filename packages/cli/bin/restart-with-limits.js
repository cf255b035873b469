// Limits for a process that runs for days. V8 and the C library read them only when a process starts, so the process is
// replaced by one with these settings: the same process id, streams and arguments, some 30 ms later.
const OPTIONS = [
  // V8 would let the young generation grow to 64 MB on a machine with much memory, and never returns it.
  '--max-semi-space-size=8',
  // V8 predicts from a few early collections which objects live long. Under load it predicts wrongly, and half of what
  // a request needed outlives it (docs/adr/0034).
  '--no-allocation-site-pretenuring',
];
const ENVIRONMENT = {
  // The C library keeps memory that one thread has freed from the others: an arena for each thread.
  MALLOC_ARENA_MAX: '2',
  // Otherwise freeing one large block allows it to keep up to 64 MB for later.
  MALLOC_TRIM_THRESHOLD_: '131072',
};
/** The variables that were set by the first process. */
const MARK = 'TOOLMARK_RESTARTED_WITH';

export function restartWithLimits() {
  const added = process.env[MARK];
  if (added !== undefined) {
    // These settings are for this process only, not for the servers that it starts.
    for (const name of [MARK, ...added.split(' ')]) delete process.env[name];
    process.execArgv = process.execArgv.filter((option) => !OPTIONS.includes(option));
    return;
  }
  // Windows cannot replace a process.
  if (process.platform === 'win32' || process.execve === undefined) return;
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  const options = OPTIONS.filter((option) => !given.includes(nameOf(option)));
  const variables = Object.entries(ENVIRONMENT).filter(([name]) => process.env[name] === undefined);
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...options, ...process.argv.slice(1)], {
    ...process.env,
    ...Object.fromEntries(variables),
    [MARK]: variables.map(([name]) => name).join(' '),
  });
}

const nameOf = (option) => option.split('=')[0];
