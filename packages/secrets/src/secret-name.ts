/** The longest name: the keyrings of all systems accept it, and it fits a line of a terminal. */
const LONGEST_NAME = 64;

/**
 * Whether a text can be the name of a secret, so that `${secret:NAME}` finds it.
 *
 * @example
 * isSecretName('GITHUB_TOKEN') // true
 */
export const isSecretName = (text: string): boolean =>
  text.length <= LONGEST_NAME && /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(text);
