import type { RedactConfig } from '../config/config.ts';
import { type Bodies, createBodies } from '../record/body/bodies.ts';
import type { Body } from '../record/entry.ts';
import { createRedactor } from '../record/redact/redactor.ts';
import type { JsonObject } from '../rpc.ts';

/** Whoever is to say yes has to see what to: more than this nobody reads. */
const SHOWN_BYTES = 64 * 1024;

/** Makes arguments ready to be shown to a person, without secrets; whether, and how much of them, calls are recorded does not matter. */
export function createPresent(redact: () => RedactConfig): (given: JsonObject) => Body {
  let last: { readonly config: RedactConfig; readonly bodies: Bodies } | undefined;
  return (given) => {
    const config = redact();
    if (last?.config !== config)
      last = { config, bodies: createBodies({ maxBytes: SHOWN_BYTES, redactor: createRedactor(config) }) };
    return last.bodies.of(given);
  };
}
