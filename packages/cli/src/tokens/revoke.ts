import { err } from '@toolmark/annotations';
import { type NamedToken, namedTokenSchema, tokenListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { confirmAction } from '../confirm-action.ts';
import { type AskOptions, ask, output, type Screen } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { toLocalAndAgo } from '../text/amounts.ts';
import { type Fact, renderFacts } from '../text/facts.ts';
import { answersOf, ceilingOf, expiryOf, lastUseOf, profileOf, serversOf } from './token-text.ts';

export interface RevokeTokenOptions extends AskOptions {
  readonly yes?: boolean;
}

/** `toolmark tokens revoke`: shows a token, and revokes it after confirmation. */
export function revokeToken(name: string, options: RevokeTokenOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const list = await gateway.request('GET', '/tokens', tokenListSchema);
    if (!list.ok) return list;
    const { tokens } = list.value.value;
    const token = tokens.find(({ id }) => id === name) ?? tokens.find((each) => each.name === name);
    if (token === undefined) {
      const message = `There is no token '${safeText(name)}'. To list tokens: toolmark tokens --all`;
      return err({ status: 404, message });
    }
    const shown = `Token '${safeText(token.name)}'`;
    if (token.revoked_at !== null) {
      const when = toLocalAndAgo(token.revoked_at, io.now());
      return output({ json: token, lines: () => [`${shown} was already revoked: ${when}.`] });
    }
    const agreed = await confirmAction(
      {
        lines: (screen) => [...renderToken(token, screen), ''],
        question: `Revoke ${safeText(token.name)}? Whoever uses it loses access at once. This cannot be undone.`,
        otherwise: `${shown} was not revoked, because there is no terminal to ask in.`,
        declined: `${shown} was not revoked.`,
      },
      options,
      io,
    );
    if (!agreed.ok) return agreed;
    const answer = await gateway.request('DELETE', `/tokens/${encodeURIComponent(token.id)}`, namedTokenSchema);
    if (!answer.ok) return answer;
    return output({
      json: answer.value.json,
      lines: ({ paint }) => [`${paint('green', '✓')} ${shown} is revoked.`],
    });
  });
}

function renderToken(token: NamedToken, screen: Screen): readonly string[] {
  const { now } = screen;
  const facts: readonly Fact[] = [
    ['token', `${safeText(token.name)} (${safeText(token.hint)}…)`],
    ['ceiling', ceilingOf(token)],
    ['servers', serversOf(token)],
    ['profile', profileOf(token)],
    ['answers', answersOf(token)],
    ['expires', expiryOf(token, now)],
    ['last used', lastUseOf(token, now)],
  ];
  return renderFacts(facts, screen);
}
