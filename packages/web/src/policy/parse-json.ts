export type ParsedObject =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> | undefined }
  | { readonly ok: false; readonly problem: string };

/**
 * What somebody typed as a JSON object; nothing typed is nothing given.
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
    return { ok: false, problem: 'It must be an object, in braces.' };
  } catch (error) {
    return { ok: false, problem: `This is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
