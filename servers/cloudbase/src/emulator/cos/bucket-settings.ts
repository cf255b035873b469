import type { CorsRule } from '../../cloud/object-store.ts';
import type { EmulatorReply } from '../exchange.ts';
import { Refusal } from '../refusal.ts';
import type { BucketState } from './bucket-state.ts';
import { childText, childTexts, elementsOf, parseXml, type XmlElement, xml } from './xml.ts';

const MAX_RULES = 100;

export function getCors({ cors }: BucketState): EmulatorReply {
  if (cors.length === 0) throw new Refusal('NoSuchCORSConfiguration', 'The CORS configuration does not exist.', 404);
  return xml('CORSConfiguration', {
    CORSRule: cors.map((rule) => ({
      AllowedOrigin: rule.allowedOrigins,
      AllowedMethod: rule.allowedMethods,
      AllowedHeader: rule.allowedHeaders,
      ExposeHeader: rule.exposeHeaders,
      ...(rule.maxAgeSeconds !== undefined && { MaxAgeSeconds: rule.maxAgeSeconds }),
    })),
  });
}

export function putCors(bucket: BucketState, body: Buffer): EmulatorReply {
  const rules = elementsOf(parseXml(body, 'CORSConfiguration'), 'CORSRule').map(toRule);
  if (rules.length > MAX_RULES) throw new Refusal('MalformedXML', `At most ${MAX_RULES} CORS rules.`, 400);
  bucket.cors = rules;
  return { status: 200 };
}

export function getWebsite({ website }: BucketState): EmulatorReply {
  if (website === undefined)
    throw new Refusal('NoSuchWebsiteConfiguration', 'The specified bucket does not have a website configuration.', 404);
  return xml('WebsiteConfiguration', {
    IndexDocument: { Suffix: website.indexDocument },
    ...(website.errorDocument !== undefined && { ErrorDocument: { Key: website.errorDocument } }),
    ...(website.routingRules.length > 0 && { RoutingRules: { RoutingRule: website.routingRules } }),
  });
}

export function putWebsite(bucket: BucketState, body: Buffer): EmulatorReply {
  const root = parseXml(body, 'WebsiteConfiguration');
  const [index] = elementsOf(root, 'IndexDocument');
  const [error] = elementsOf(root, 'ErrorDocument');
  const [rules] = elementsOf(root, 'RoutingRules');
  const indexDocument = index && childText(index, 'Suffix');
  if (!indexDocument) throw new Refusal('MalformedXML', 'IndexDocument.Suffix is missing.', 400);
  bucket.website = {
    indexDocument,
    errorDocument: error && childText(error, 'Key'),
    routingRules: rules === undefined ? [] : elementsOf(rules, 'RoutingRule'),
  };
  return { status: 200 };
}

function toRule(element: XmlElement): CorsRule {
  const rule: CorsRule = {
    allowedOrigins: childTexts(element, 'AllowedOrigin'),
    allowedMethods: childTexts(element, 'AllowedMethod'),
    allowedHeaders: childTexts(element, 'AllowedHeader'),
    exposeHeaders: childTexts(element, 'ExposeHeader'),
    maxAgeSeconds:
      childText(element, 'MaxAgeSeconds') === undefined ? undefined : Number(childText(element, 'MaxAgeSeconds')),
  };
  if (rule.allowedOrigins.length === 0 || rule.allowedMethods.length === 0)
    throw new Refusal('MalformedXML', 'A CORS rule needs an origin and a method.', 400);
  return rule;
}
