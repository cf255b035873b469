import { createInterface } from 'node:readline';
import type { Io } from '../io.ts';
import type { Candidate } from './select.ts';

/** The user's answer: all new servers, some, or none. */
export type Answer =
  | { readonly kind: 'all' | 'none' }
  | { readonly kind: 'some'; readonly picked: readonly Candidate[] }
  | { readonly kind: 'unclear'; readonly word: string };

/**
 * Parses the line that the user typed.
 *
 * @example
 * readAnswer('1, 3-4', candidates) // { kind: 'some', picked: [the first, the third, the fourth] }
 */
export function readAnswer(line: string, candidates: readonly Candidate[]): Answer {
  const words = line.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0 || /^(?:n|no|none)$/i.test(line.trim())) return { kind: 'none' };
  if (/^(?:a|all)$/i.test(line.trim())) return { kind: 'all' };
  const picked = new Set<Candidate>();
  for (const word of words) {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(word) ?? [];
    const found = candidates.filter(({ number, server }) =>
      first === undefined ? server.name === word : number >= Number(first) && number <= Number(last),
    );
    if (found.length === 0) return { kind: 'unclear', word };
    for (const candidate of found) picked.add(candidate);
  }
  return { kind: 'some', picked: [...picked] };
}

/**
 * Asks which servers to import; Ctrl-C, Ctrl-D and an empty line mean none. Asks again a few times after invalid input.
 */
export async function askWhich(
  candidates: readonly Candidate[],
  io: Pick<Io, 'streams' | 'stderr' | 'signal'>,
): Promise<Answer> {
  // Not in terminal mode, so that Ctrl-C stays a signal to the whole program.
  const lines = createInterface({ input: io.streams.stdin, terminal: false });
  const { promise: left, resolve } = Promise.withResolvers<undefined>();
  const leave = (): void => resolve(undefined);
  lines.once('close', leave);
  io.signal.addEventListener('abort', leave, { once: true });
  const typed = lines[Symbol.asyncIterator]();
  try {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      io.stderr.write('Which ones? Numbers or names, all for all new ones, Enter for none: ');
      const next = await Promise.race([typed.next(), left]);
      if (next === undefined || next.done) return { kind: 'none' };
      const answer = readAnswer(next.value, candidates);
      if (answer.kind !== 'unclear') return answer;
      io.stderr.write(`There is no '${answer.word}' above. `);
    }
    return { kind: 'none' };
  } finally {
    io.signal.removeEventListener('abort', leave);
    lines.close();
    io.streams.stdin.pause();
  }
}

const MAX_TURNS = 5;
