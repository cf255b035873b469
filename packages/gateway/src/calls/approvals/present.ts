import type { TextMark } from '@toolmark/api-contract';
import type { JsonObject } from '@toolmark/base';
import type { KnownSecrets } from '@toolmark/reach';
import {
  type Bodies,
  type Body,
  clip,
  createBodies,
  createRedactor,
  EDGE,
  type RedactConfig,
  type Redactor,
} from '@toolmark/record';
import { lookalikeMarks } from './sent/lookalike-marks.ts';
import { secretMarks } from './sent/secret-marks.ts';

/** Makes what a call sends ready for the record, and for the person who decides about it. */
export interface Present {
  /** For the record: without secrets, and cut. Whether, and how much of them, calls are recorded does not matter. */
  readonly recorded: (given: JsonObject) => Body;
  /** For the person who decides: what in the first characters of the JSON of `sent` needs a closer look. In order of their beginning. */
  readonly marksIn: (sent: JsonObject, json: string, characters: number) => readonly TextMark[];
}

/** Of one call, in the record of a question; calls themselves are recorded beside it. */
const RECORDED_BYTES = 64 * 1024;
/** More are of no use to anybody, and each costs the page and the terminal something. */
const MOST_MARKS = 2_000;

export function createPresent(redact: () => RedactConfig, known?: Pick<KnownSecrets, 'isIn' | 'redact'>): Present {
  let last: { readonly config: RedactConfig; readonly bodies: Bodies; readonly redactor: Redactor } | undefined;
  const now = () => {
    const config = redact();
    if (last?.config === config) return last;
    const redactor = createRedactor(config, known);
    last = { config, redactor, bodies: createBodies({ maxBytes: RECORDED_BYTES, redactor }) };
    return last;
  };
  return {
    recorded: (given) => now().bodies.of(given),
    marksIn: (sent, json, characters) => {
      const { redactor } = now();
      const head = json.slice(0, characters);
      const clipped = clip(sent, characters + EDGE).value;
      // What is behind the end may show that something before it is a secret.
      const secrets = redactor.mayHold(json.slice(0, characters + EDGE))
        ? secretMarks(clipped, redactor.redact(clipped).value)
        : [];
      return [...secrets, ...lookalikeMarks(head)]
        .filter(({ start }) => start < head.length)
        .map((mark) => ({ ...mark, end: Math.min(mark.end, head.length) }))
        .toSorted((a, b) => a.start - b.start)
        .slice(0, MOST_MARKS);
    },
  };
}
