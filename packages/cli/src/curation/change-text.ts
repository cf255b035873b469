import { curationSchema, toolDetailSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { type AskOptions, ask, output } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { type Fact, renderFacts } from '../text/facts.ts';
import { findTool, toolPath } from '../tool-name.ts';

type Word = 'name' | 'title' | 'description';

/** Changes the name, title or description that clients see. */
export function changeText(name: string, key: Word, word: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const found = await findTool(name, gateway);
    if (!found.ok) return found;
    const path = toolPath(found.value.value);
    const answer = await gateway.request('PUT', `${path}/curation`, curationSchema, { body: { [key]: word } });
    if (!answer.ok) {
      const isRefused = answer.error.status === 409;
      return { ok: false, error: { ...answer.error, ...(isRefused && { code: EXIT.findings }) } };
    }
    const after = await gateway.request('GET', path, toolDetailSchema);
    if (!after.ok) return after;
    const { server, name: own, exposed_name: exposed, original } = after.value.value;
    const before = { name: own, title: original.title, description: original.description }[key];
    const facts: readonly Fact[] = [
      [`original ${key}`, safeText(before ?? '(none)')],
      [`new ${key}`, safeText(key === 'name' ? exposed : word)],
    ];
    return output({
      json: answer.value.json,
      lines: (screen) => [
        screen.paint('green', `✓ ${safeText(`${server}/${own}`)} was changed for clients.`),
        ...renderFacts(facts, screen),
      ],
    });
  });
}
