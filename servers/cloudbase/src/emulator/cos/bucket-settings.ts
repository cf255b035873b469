import type { CorsRule } from '../../cloud/object-store.ts';
import type { EmulatorReply } from '../exchange.ts';
import { Refusal } from '../refusal.ts';
import type { BucketState } from './bucket-state.ts';
import { elementsOf, parseXml, textOf, textsOf, type XmlElement, xml } from './xml.ts';

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
  const indexDocument = index && textOf(index, 'Suffix');
  if (!indexDocument) throw new Refusal('MalformedXML', 'IndexDocument.Suffix is missing.', 400);
  bucket.website = {
    indexDocument,
    errorDocument: error && textOf(error, 'Key'),
    routingRules: rules === undefined ? [] : elementsOf(rules, 'RoutingRule'),
  };
  return { status: 200 };
}

function toRule(element: XmlElement): CorsRule {
  const rule: CorsRule = {
    allowedOrigins: textsOf(element, 'AllowedOrigin'),
    allowedMethods: textsOf(element, 'AllowedMethod'),
    allowedHeaders: textsOf(element, 'AllowedHeader'),
    exposeHeaders: textsOf(element, 'ExposeHeader'),
    maxAgeSeconds:
      textOf(element, 'MaxAgeSeconds') === undefined ? undefined : Number(textOf(element, 'MaxAgeSeconds')),
  };
  if (rule.allowedOrigins.length === 0 || rule.allowedMethods.length === 0)
    throw new Refusal('MalformedXML', 'A CORS rule needs an origin and a method.', 400);
  return rule;
}
