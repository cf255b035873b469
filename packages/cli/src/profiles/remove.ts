import { profileDetailSchema, profileListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { agree } from '../agree.ts';
import { type AskOptions, ask, told } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { pathOf } from './set.ts';
import { renderProfile } from './text.ts';

export interface RemoveProfileOptions extends AskOptions {
  readonly yes?: boolean;
}

/** `toolmark profiles remove`: shows what it is, and takes it out of the config after a yes. */
export function removeProfile(name: string, options: RemoveProfileOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const found = await gateway.request('GET', pathOf(name), profileDetailSchema);
    if (!found.ok) return found;
    const { tokens } = found.value.value;
    const shown = `Profile '${safeText(name)}'`;
    const blind =
      tokens.length === 0
        ? ''
        : ` These tokens are for it alone, and will see nothing: ${safeText(tokens.join(', '))}.`;
    const agreed = await agree(
      {
        lines: (screen) => [...renderProfile(found.value.value, screen), ''],
        question: `Take ${safeText(name)} out of the config?${blind}`,
        otherwise: `${shown} may be in use.${blind} There is nobody to ask, so it was not removed.`,
        declined: `${shown} was not removed.`,
      },
      options,
      io,
    );
    if (!agreed.ok) return agreed;
    const answer = await gateway.request('DELETE', pathOf(name), profileListSchema);
    if (!answer.ok) return answer;
    return told({
      json: answer.value.json,
      lines: ({ paint }) => [`${paint('green', '✓')} ${shown} is no longer in the config.${blind}`],
    });
  });
}
