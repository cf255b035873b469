/** Whether a client of 2026-07-28 can read an event stream. It has to say so; one that says nothing at all takes what comes. */
export function acceptsStream(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  return accept.includes('text/event-stream') || accept.includes('*/*') || accept.includes('text/*');
}
