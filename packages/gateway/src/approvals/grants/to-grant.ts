import type { ApprovalAnswer, Grant } from '@toolmark/api-contract';
import type { Question } from '../question.ts';
import type { KeptGrant } from './kept-grant.ts';

/** What is kept of an approval that holds for more than one call. */
export function toGrant(
  { asked, subject }: Question,
  answer: ApprovalAnswer,
  lasts: Grant['lasts'],
  id: string,
): KeptGrant {
  const { scope, route, by, at } = answer;
  const grant: Grant = {
    id,
    server: subject.server,
    tool: subject.tool,
    lasts,
    scope,
    rule: subject.rule,
    principal: subject.principal,
    session_id: lasts === 'session' ? asked.session : null,
    says: sayOf(subject.server, subject.tool, { lasts, scope, principal: subject.principal, client: asked.client }),
    route,
    by,
    created_at: at,
    approval_id: asked.id,
    uses: 0,
    last_used_at: null,
  };
  const { ruleDigest, hints, digest } = subject;
  return { grant, ruleDigest, hints, digest: scope === 'arguments' ? digest : null };
}

interface Extent extends Pick<Grant, 'lasts' | 'scope' | 'principal'> {
  readonly client: string | null;
}

function sayOf(server: string, tool: string, { lasts, scope, principal, client }: Extent): string {
  const what = `'${tool}' of server '${server}'${scope === 'arguments' ? ' with these arguments' : ''}`;
  const until =
    lasts === 'session' ? `until this session of ${client ?? 'the client'} ends` : 'until somebody revokes this';
  return `${principal} may call ${what} without being asked, ${until}, and only while its hints and the rule that asked stay the same.`;
}
