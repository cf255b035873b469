import { createInterface } from 'node:readline';

/** What the gateway is reached by, and what is to be tried there. */
export const task = JSON.parse(process.argv[2]);

export const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Writes what a check saw, or the error that ended it. */
export async function report(server, capability, check) {
  const late = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no end within ${CHECK_MS} ms`)), CHECK_MS).unref();
  });
  const saw = await Promise.race([check(), late]).catch((error) => ({ error: String(error?.message ?? error) }));
  say({ server, capability, saw });
}

const CHECK_MS = 20_000;

/** Asks until the answer is yes; `false` if it never was. */
export async function until(isDone, withinMs = 15_000) {
  for (const ends = Date.now() + withinMs; Date.now() < ends; ) {
    if (await isDone()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** Waits for the line that says that it happened. */
export async function waitFor(what) {
  say({ waiting: what });
  await lines.next();
}

/** What this client answers to a form: the server's own question, or the gateway's, whether to erase something. */
export function answerForm({ message, requestedSchema }) {
  if (requestedSchema.properties.colour !== undefined) return { action: 'accept', content: { colour: 'blue' } };
  return { action: 'accept', content: { decision: message.includes('kept') ? 'deny' : 'approve' } };
}

export const textOf = (result) => result.content?.[0]?.text ?? '';
