import { MASK } from '@toolmark/api-contract';

/** Whether a text contains a masked secret. */
export const isMasked = (text: string): boolean => text.includes(MASK);

/**
 * Whether a value only refers to a secret: `${env:GITHUB_TOKEN}`, `Bearer ${env:TOKEN}`. Such a value may be shown.
 */
export const isReference = (text: string): boolean => {
  const rest = text.replaceAll(/\$\{(?:env:|secret:)?[A-Za-z_][\w.-]*\}/g, '');
  return rest !== text && /^(?:bearer|basic|token|[\s:])*$/i.test(rest);
};
