export type ParsedObject =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> | undefined }
  | { readonly ok: false; readonly problem: string };

/**
 * Parses typed text as a JSON object; empty text means no value.
 *
 * @example
 * parseObject('{"id": 1}') // { ok: true, value: { id: 1 } }
 */
export function parseObject(text: string): ParsedObject {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { ok: true, value: value as Readonly<Record<string, unknown>> };
    }
    return { ok: false, problem: 'Must be an object in braces.' };
  } catch (error) {
    return { ok: false, problem: `Not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
