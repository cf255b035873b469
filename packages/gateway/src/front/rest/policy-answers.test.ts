import { resolve, type ToolDefinition } from '@toolmark/annotations';
import type { ExplainRequest } from '@toolmark/api-contract';
import type { UpstreamServer } from '@toolmark/upstream';
import { expect, it } from 'vitest';
import { UNCURATED } from '../../catalog/curation.ts';
import type { Catalog, CatalogTool } from '../../model/catalog.ts';
import { GOOD_STANDING } from '../../model/policy-call.ts';
import { createPolicy, createPolicyTools } from '../../policy/create-policy.ts';
import { configOf } from '../../policy/fixtures/calls.ts';
import { createPolicyAnswers } from './policy-answers.ts';

const POST = { name: 'post', annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true } };

/** The services for a gateway with one tool. */
function answersAbout(definition: ToolDefinition) {
  const tool = {
    server: 'board',
    definition,
    exposed: definition.name,
    resolution: resolve(definition),
    curation: UNCURATED,
  } as CatalogTool;
  const policy = createPolicy(configOf([{ name: 'busy', session: { callsOver: 9 } }], { risk: 'ask' }));
  const policyTools = createPolicyTools({ of: () => GOOD_STANDING });
  return createPolicyAnswers(
    { policy: () => policy, policyTools },
    { servers: () => [{ name: 'board' } as UpstreamServer], catalog: () => ({ tools: [tool] }) as unknown as Catalog },
  );
}

it.each<[string, Partial<ExplainRequest>, string]>([
  ['a new session', {}, 'default: additive'],
  ['part of the risk', { session: { private_data_read: true } }, 'default: additive'],
  ['the whole risk', { session: { private_data_read: true, untrusted_content_seen: true } }, 'session-risk'],
  ['many calls', { session: { calls: 10 } }, 'busy'],
  ['the matching variant', { variant: 'additive' }, 'default: additive'],
  ['the wrong variant', { variant: 'read' }, 'variant'],
])('explains a call in %s', (_case, request, rule) => {
  const explained = answersAbout(POST).explain({ server: 'board', tool: 'post', ...request }, 'local');
  expect(explained).toMatchObject({ ok: true, value: { decision: { rule } } });
});
