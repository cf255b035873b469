import { isJsonObject } from '@toolmark/annotations';

/** One contact that the capture answered. */
export interface Contact {
  /** The name that was asked for, or the address where there was no name. */
  readonly name: string;
  /** The text that was sent without encryption, in which planted values are looked for. */
  readonly text: string;
}

/** Reads the lines that the capture wrote. */
export function readContacts(log: string): readonly Contact[] {
  return log.split('\n').flatMap((line) => {
    const event = parseEvent(line);
    if (event === undefined || event['kind'] === 'ready' || event['kind'] === 'error') return [];
    const { name, to, text, line: request } = event;
    const host = typeof name === 'string' && name !== '' ? name : typeof to === 'string' ? to : 'an unknown address';
    const shown = typeof request === 'string' ? `${host} (${request})` : host;
    return [{ name: shown, text: typeof text === 'string' ? text : host }];
  });
}

function parseEvent(line: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
