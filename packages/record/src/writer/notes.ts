/** So many different messages are remembered; more of them are no longer news. */
const MAX_KNOWN = 100;

/** Passes each message on once: what fails every minute is worth one line, not one a minute. */
export function createNotes(pass: (message: string) => void): (message: string) => void {
  const known = new Set<string>();
  return (message) => {
    if (known.has(message) || known.size >= MAX_KNOWN) return;
    known.add(message);
    pass(message);
  };
}
