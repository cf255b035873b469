import type { CallBody } from '@toolmark/api-contract';
import type { RedactConfig } from '../config/config.ts';
import { parseJson } from '../json.ts';
import { type Bodies, createBodies } from '../record/body/bodies.ts';
import { createRedactor } from '../record/redact/redactor.ts';
import type { JsonObject } from '../rpc.ts';

/** Whoever is to say yes has to see what to: more than this nobody reads. */
const SHOWN_BYTES = 64 * 1024;

/** Makes arguments ready to be shown to a person, without secrets; whether, and how much of them, calls are recorded does not matter. */
export function createPresent(redact: () => RedactConfig): (given: JsonObject) => CallBody {
  let last: { readonly config: RedactConfig; readonly bodies: Bodies } | undefined;
  return (given) => {
    const config = redact();
    if (last?.config !== config)
      last = { config, bodies: createBodies({ maxBytes: SHOWN_BYTES, redactor: createRedactor(config) }) };
    const { text, bytes, isCut, redactions } = last.bodies.of(given);
    return { value: isCut ? text : parseJson(text), bytes, is_cut: isCut, redactions };
  };
}
