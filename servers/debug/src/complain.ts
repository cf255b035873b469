/** Says one sentence on stderr; stdout belongs to the protocol. */
export function complain(sentence: string): void {
  process.stderr.write(`toolmark-debug: ${sentence}\n`);
}
