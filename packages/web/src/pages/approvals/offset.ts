/**
 * Where a page of a list begins, as the address says it; anything that is no such number is the beginning.
 *
 * @example
 * offsetOf('40') // 40
 */
export const offsetOf = (text: string): number => (/^\d{1,7}$/.test(text) ? Number(text) : 0);
