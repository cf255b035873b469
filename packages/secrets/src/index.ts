export { isSecretName } from './secret-name.ts';
export { openSecretStore, type SecretInfo, type SecretStore, type SecretStoreOptions } from './secret-store.ts';
