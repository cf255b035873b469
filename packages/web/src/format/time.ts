/**
 * A relative time.
 *
 * @example
 * formatAgo(Date.now() - 90_000, Date.now()) // '1m ago'
 */
export function formatAgo(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1_000);
  if (seconds < -5) return `in ${ago(-seconds)}`;
  if (seconds < 5) return 'just now';
  return seconds < 7 * 86_400 ? `${ago(seconds)} ago` : formatDay(at, now);
}

function ago(seconds: number): string {
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}

/** The exact moment in the user's time zone, shown on hover. */
export function formatExactTime(at: number): string {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const offset = -date.getTimezoneOffset();
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  return `${day} ${formatClock(at)}.${String(date.getMilliseconds()).padStart(3, '0')} ${zone}`;
}

/** `12:04:31`, for columns. */
export function formatClock(at: number): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** `16 Nov`, with the year if it is not this one. */
export function formatDay(at: number, now: number): string {
  const date = new Date(at);
  const day = `${date.getDate()} ${MONTHS[date.getMonth()] ?? ''}`;
  return date.getFullYear() === new Date(now).getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

/** The time for today, the day and time for other days. */
export function formatMoment(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? formatClock(at) : `${formatDay(at, now)} ${formatClock(at)}`;
}

/** An axis label: the day at midnight, else hours and minutes. */
export function formatTick(at: number): string {
  const date = new Date(at);
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
  return isMidnight ? formatDay(at, at) : `${two(date.getHours())}:${two(date.getMinutes())}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (value: number): string => String(value).padStart(2, '0');
