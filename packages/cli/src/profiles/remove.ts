import { profileDetailSchema, profileListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { confirmAction } from '../confirm-action.ts';
import { type AskOptions, ask, output } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { pathOf } from './set.ts';
import { renderProfile } from './text.ts';

export interface RemoveProfileOptions extends AskOptions {
  readonly yes?: boolean;
}

/** `toolmark profiles remove`: shows a profile, and removes it from the config after confirmation. */
export function removeProfile(name: string, options: RemoveProfileOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const found = await gateway.request('GET', pathOf(name), profileDetailSchema);
    if (!found.ok) return found;
    const { tokens } = found.value.value;
    const shown = `Profile '${safeText(name)}'`;
    const blind =
      tokens.length === 0
        ? ''
        : ` These tokens are valid only for this profile, and will give no access: ${safeText(tokens.join(', '))}.`;
    const agreed = await confirmAction(
      {
        lines: (screen) => [...renderProfile(found.value.value, screen), ''],
        question: `Remove ${safeText(name)} from the config?${blind}`,
        otherwise: `${shown} may be in use.${blind} It was not removed, because there is no terminal to ask in.`,
        declined: `${shown} was not removed.`,
      },
      options,
      io,
    );
    if (!agreed.ok) return agreed;
    const answer = await gateway.request('DELETE', pathOf(name), profileListSchema);
    if (!answer.ok) return answer;
    return output({
      json: answer.value.json,
      lines: ({ paint }) => [`${paint('green', '✓')} ${shown} was removed from the config.${blind}`],
    });
  });
}
