/** One event of a stream, as it was sent. */
export interface SseEvent {
  readonly id: string | undefined;
  readonly type: string;
  /** `undefined` where only an id was sent: from where to go on. */
  readonly data: string | undefined;
  /** Its data was longer than anybody would send, and was thrown away. */
  readonly isTooLong?: true;
}

/** No event of a gateway comes near this; without a limit one endless line would fill the memory. */
const MAX_PENDING = 4 * 1024 * 1024;
/** Of a line that is too long, enough to know which field it is. */
const KEPT_OF_LONG_LINE = 64;

interface Fields {
  readonly id?: string;
  readonly type?: string;
  readonly data?: string;
  readonly isTooLong?: true;
}

/**
 * Reads server-sent events out of text that comes in any pieces. Returns what each piece completes.
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
    // A CR at the end may be half of a line end, so it waits for what follows.
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
