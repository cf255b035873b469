/** The sections of the settings in order; each has its own address. */
export const SECTIONS = [
  { id: 'connect', label: 'Connect a client' },
  { id: 'config', label: 'Config' },
  { id: 'secrets', label: 'Secrets' },
  { id: 'retention', label: 'Retention' },
  { id: 'access', label: 'Access' },
  { id: 'tokens', label: 'Tokens' },
  { id: 'passkeys', label: 'Passkeys' },
  { id: 'profiles', label: 'Profiles' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'about', label: 'About' },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];
