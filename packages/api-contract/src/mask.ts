/**
 * Stands in a text for a secret of the config that is not shown: values of `env` and `headers`, and credentials in an address.
 * Where it comes back unchanged at the same place, the secret that was there stays.
 */
export const MASK = '••••••••';
