import { curationListSchema } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { type AskOptions, ask, output } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { findTarget } from '../overrides/target.ts';
import { toolPath } from '../tool-name.ts';

/** Restores a tool's original texts, and enables it. */
export function restoreTool(name: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const target = await findTarget(name, gateway, true);
    if (!target.ok) return target;
    const { server, name: tool } = target.value;
    const answer = await gateway.request('DELETE', `${toolPath(target.value)}/curation`, curationListSchema);
    if (!answer.ok) {
      const isNone = answer.error.status === 404;
      return { ok: false, error: { ...answer.error, ...(isNone && { code: EXIT.findings }) } };
    }
    const what = safeText(`${server}/${tool}`);
    const says =
      tool.includes('*') || server.includes('*') ? `the changes for ${what} were removed` : `${what} is restored`;
    return output({ json: answer.value.json, lines: ({ paint }) => [paint('green', `✓ ${says}.`)] });
  });
}
