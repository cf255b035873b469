import type { ApprovalAnswer, Grant } from '@toolmark/api-contract';
import type { Question } from '../question.ts';
import type { Subject } from '../subject.ts';
import type { KeptGrant } from './kept-grant.ts';

/** The grant for an approval that holds for more than one call. */
export function toGrant(
  { asked, subject }: Question,
  answer: ApprovalAnswer,
  lasts: Grant['lasts'],
  id: string,
): KeptGrant {
  const { scope, route, presence, by, at } = answer;
  const grant: Grant = {
    id,
    server: subject.server,
    tool: subject.tool,
    lasts,
    scope,
    rule: subject.rule,
    principal: subject.principal,
    client: subject.client,
    session_id: lasts === 'session' ? asked.session : null,
    says: sayOf(subject, lasts, scope),
    route,
    presence,
    by,
    created_at: at,
    approval_id: asked.id,
    uses: 0,
    last_used_at: null,
    void_because: null,
  };
  const { ruleDigest, hints, digest } = subject;
  return { grant, ruleDigest, hints, digest: scope === 'arguments' ? digest : null };
}

function sayOf({ server, tool, principal, client }: Subject, lasts: Grant['lasts'], scope: Grant['scope']): string {
  const who = `${client === null ? 'A client without a name' : `The client '${client}'`} of ${principal}`;
  const what = `'${tool}' of server '${server}'${scope === 'arguments' ? ' with these arguments' : ''}`;
  const until = lasts === 'session' ? 'until this session of it ends' : 'until somebody revokes this';
  return `${who} may call ${what} without being asked, ${until}, and only while its hints and the rule that asked stay the same.`;
}
