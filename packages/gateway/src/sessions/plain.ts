const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/;

/**
 * Whether text is a line of at most 200 printable ASCII characters without blanks around it, as nearly every name is: there is
 * nothing to be done about it then. Asked for every call, so that the long way is for the others.
 */
export const isPlain = (text: string): boolean => PLAIN.test(text);
