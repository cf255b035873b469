/**
 * The offset of a list page from the URL; 0 if it is not a valid number.
 *
 * @example
 * offsetOf('40') // 40
 */
export const offsetOf = (text: string): number => (/^\d{1,7}$/.test(text) ? Number(text) : 0);
