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

/** Prepares the params of a call for the record, and for the person who decides. */
export interface Present {
  /** Redacts and cuts them for the record, independent of the settings for recording calls. */
  readonly recorded: (given: JsonObject) => Body;
  /** Marks secrets and look-alike words in the first `characters` of the JSON of `sent`, in the order of their positions. */
  readonly marksIn: (sent: JsonObject, json: string, characters: number) => readonly TextMark[];
}

/** Limit for params in the record of a question. The call has a record of its own. */
const RECORDED_BYTES = 64 * 1024;
/** Limit of marks: each costs the page and the terminal time. */
const MAX_MARKS = 2_000;

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
      // Text after the end can show that text before it is a secret.
      const secrets = redactor.mayContainSecret(json.slice(0, characters + EDGE))
        ? secretMarks(clipped, redactor.redact(clipped).value)
        : [];
      return [...secrets, ...lookalikeMarks(head)]
        .filter(({ start }) => start < head.length)
        .map((mark) => ({ ...mark, end: Math.min(mark.end, head.length) }))
        .toSorted((a, b) => a.start - b.start)
        .slice(0, MAX_MARKS);
    },
  };
}
