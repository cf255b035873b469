/**
 * Replaces secrets of the config in texts: values of `env` and `headers`, and credentials in URLs. If it comes back
 * unchanged in the same place, the secret is kept.
 */
export const MASK = '••••••••';
