/** One server-sent event. */
export interface SseEvent {
  readonly id: string | undefined;
  readonly type: string;
  /** `undefined` if only an id was sent, to resume from. */
  readonly data: string | undefined;
  /** The data was too long and was dropped. */
  readonly isTooLong?: true;
}

/** Far more than any event of a gateway; without a limit one endless line would fill the memory. */
const MAX_PENDING = 4 * 1024 * 1024;
/** The part of an oversized line that is kept, to know its field. */
const KEPT_OF_LONG_LINE = 64;

interface Fields {
  readonly id?: string;
  readonly type?: string;
  readonly data?: string;
  readonly isTooLong?: true;
}

/**
 * Parses server-sent events from text in pieces of any size. Returns the events that each piece completes.
 *
 * @example
 * const parse = createSseParser();
 * parse('id: 7-0\ndata: {'); // []
 * parse('}\n\n'); // [{ id: '7-0', type: 'message', data: '{}' }]
 */
export function createSseParser(): (text: string) => readonly SseEvent[] {
  let rest = '';
  let fields: Fields = {};
  const takeLine = (line: string): void => {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') fields = { ...fields, data: fields.data === undefined ? value : `${fields.data}\n${value}` };
    if (name === 'event') fields = { ...fields, type: value };
    if (name === 'id' && !value.includes('\0')) fields = { ...fields, id: value };
  };
  const giveUpData = (): void => {
    const { data: _data, ...others } = fields;
    fields = { ...others, isTooLong: true };
  };
  return (text) => {
    // A CR at the end may be half of a CRLF, so it waits for the next piece.
    const lines = (rest + text).split(/\r\n|\n|\r(?=[^\n])/);
    rest = lines.pop() ?? '';
    const events: SseEvent[] = [];
    for (const line of lines) {
      if (line !== '') {
        takeLine(line);
        if ((fields.data?.length ?? 0) > MAX_PENDING) giveUpData();
        continue;
      }
      const { id, type = 'message', data, isTooLong } = fields;
      if (isTooLong) events.push({ id, type, data: undefined, isTooLong });
      else if (data !== undefined || id !== undefined) events.push({ id, type, data });
      fields = {};
    }
    if (rest.length + (fields.data?.length ?? 0) > MAX_PENDING) {
      giveUpData();
      rest = `${rest.slice(0, KEPT_OF_LONG_LINE)}${rest.endsWith('\r') ? '\r' : ''}`;
    }
    return events;
  };
}
