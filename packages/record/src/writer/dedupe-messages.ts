/** The most messages to remember for deduplication. */
const MAX_KNOWN = 100;

/** Deduplicates messages: a failure that repeats every minute is logged once. */
export function dedupeMessages(pass: (message: string) => void): (message: string) => void {
  const known = new Set<string>();
  return (message) => {
    if (known.has(message) || known.size >= MAX_KNOWN) return;
    known.add(message);
    pass(message);
  };
}
