/** One event of a stream, as it was sent. */
export interface SseEvent {
  readonly id: string | undefined;
  readonly type: string;
  /** `undefined` where only an id was sent: from where to go on. */
  readonly data: string | undefined;
}

/** No event of a gateway comes near this; without a limit one endless line would fill the memory. */
const MAX_PENDING = 4 * 1024 * 1024;

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
  let fields: { id?: string; type?: string; data?: string } = {};
  return (text) => {
    // A CR at the end may be half of a line end, so it waits for what follows.
    const lines = (rest + text).split(/\r\n|\n|\r(?=[^\n])/);
    rest = lines.pop() ?? '';
    if (rest.length + (fields.data?.length ?? 0) > MAX_PENDING) throw new Error('an event is too long');
    const events: SseEvent[] = [];
    for (const line of lines) {
      if (line === '') {
        const { id, type = 'message', data } = fields;
        if (data !== undefined || id !== undefined) events.push({ id, type, data });
        fields = {};
        continue;
      }
      const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (name === 'data') fields.data = fields.data === undefined ? value : `${fields.data}\n${value}`;
      if (name === 'event') fields.type = value;
      if (name === 'id' && !value.includes('\0')) fields.id = value;
    }
    return events;
  };
}
