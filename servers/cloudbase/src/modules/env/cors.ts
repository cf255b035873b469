import type { CorsRule, ObjectStore } from '../../cloud/object-store.ts';

/** The rule that the CloudBase console creates for an allowed domain. */
const ruleFor = (domain: string): CorsRule => ({
  allowedOrigins: originsOf(domain),
  allowedMethods: ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'],
  allowedHeaders: ['*'],
  exposeHeaders: ['Etag', 'Date'],
  maxAgeSeconds: 5,
});

const originsOf = (domain: string): readonly string[] => [`http://${domain}`, `https://${domain}`];

/** Allows pages of these domains to use the bucket. Other rules are unchanged. */
export const allowOrigins = (objects: ObjectStore, domains: readonly string[], signal: AbortSignal): Promise<void> =>
  editRules(objects, signal, (rules) => [
    ...rules,
    ...domains.filter((domain) => !rules.some((rule) => isRuleFor(domain, rule))).map(ruleFor),
  ]);

/** Removes only the rules that {@link allowOrigins} created for these domains. */
export const forbidOrigins = (objects: ObjectStore, domains: readonly string[], signal: AbortSignal): Promise<void> =>
  editRules(objects, signal, (rules) => rules.filter((rule) => !domains.some((domain) => isRuleFor(domain, rule))));

async function editRules(
  objects: ObjectStore,
  signal: AbortSignal,
  edit: (rules: readonly CorsRule[]) => readonly CorsRule[],
): Promise<void> {
  const rules = await objects.cors(signal);
  const edited = edit(rules);
  if (edited.length !== rules.length) await objects.setCors(edited, signal);
}

const isRuleFor = (domain: string, { allowedOrigins }: CorsRule): boolean =>
  allowedOrigins.length === 2 && originsOf(domain).every((origin, index) => allowedOrigins[index] === origin);
