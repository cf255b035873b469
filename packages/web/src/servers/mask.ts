import { MASK } from '@toolmark/api-contract';

/** Whether anything in a text is a secret that is kept. */
export const isMasked = (text: string): boolean => text.includes(MASK);

/**
 * Whether a value only says where a secret is: `${env:GITHUB_TOKEN}`, `Bearer ${env:TOKEN}`. Such a one may be seen by anybody.
 */
export const isReference = (text: string): boolean => {
  const rest = text.replaceAll(/\$\{(?:env:)?[A-Za-z_]\w*\}/g, '');
  return rest !== text && /^(?:bearer|basic|token|[\s:])*$/i.test(rest);
};
