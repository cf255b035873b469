/** Longer reasons are truncated, because they are quoted in error messages. */
const MAX_LENGTH = 300;

/** The reason that Nextcloud gives in the body of a failure, from JSON (apps, OCS) or XML (DAV); `undefined` if it gives none. */
export function reasonIn(contentType: string, body: string): string | undefined {
  const reason = contentType.includes('json')
    ? fromJson(body)
    : contentType.includes('xml')
      ? fromXml(body)
      : undefined;
  const text = reason?.replaceAll(/\s+/g, ' ').trim();
  if (text === undefined || text === '') return undefined;
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function fromJson(body: string): string | undefined {
  try {
    const value = JSON.parse(body) as
      | { message?: unknown; msg?: unknown; ocs?: { meta?: { message?: unknown } } }
      | string
      | null;
    // Cookbook sends the message as a bare JSON string.
    if (typeof value === 'string') return value;
    const found = value?.ocs?.meta?.message ?? value?.message ?? value?.msg;
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

const fromXml = (body: string): string | undefined => /<s:message>([^<]*)<\/s:message>/.exec(body)?.[1];
