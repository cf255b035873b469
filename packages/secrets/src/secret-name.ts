/** The keyrings of all systems accept names of this length, and it fits on one line of a terminal. */
const MAX_NAME_LENGTH = 64;

/**
 * Whether a text can be the name of a secret, so that `${secret:NAME}` finds it.
 *
 * @example
 * isSecretName('GITHUB_TOKEN') // true
 */
export const isSecretName = (text: string): boolean =>
  text.length <= MAX_NAME_LENGTH && /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(text);
