import { readFile } from 'node:fs/promises';
import { err, toMessage } from '@toolmark/annotations';
import { verifyAnswerSchema } from '@toolmark/api-contract';
import { type AskOptions, ask, output } from '../gateway-client-command.ts';
import { EXIT, type ExitCode, type Io } from '../io.ts';
import { findCall } from './find.ts';

export interface VerifyCallOptions extends AskOptions {
  readonly params: string;
}

/** `toolmark calls verify`: checks whether a file holds exactly what was sent with a call. */
export function verifyCall(id: string, { params: file, ...options }: VerifyCallOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const text = await readFile(file, 'utf8').catch((error: unknown) => error);
    if (typeof text !== 'string') return problem(`${file} cannot be read: ${toMessage(text)}`);
    if (!isObject(text))
      return problem(`${file} is not a JSON object. Give the params of the call: { "arguments": { … } }`);
    const found = await findCall(id, gateway);
    if (!found.ok) return found;
    const path = `/tool-calls/${encodeURIComponent(found.value.value.id)}/verify`;
    // Send the text unparsed: JavaScript would round long numbers.
    const answer = await gateway.request('POST', path, verifyAnswerSchema, { bodyText: `{"params":${text}}` });
    if (!answer.ok) return answer;
    const { value, json } = answer.value;
    return output({
      json,
      code: value.is_same ? EXIT.clean : EXIT.findings,
      lines: ({ paint }) => [
        value.is_same
          ? `${paint('green', '✓')} This is exactly what was sent.`
          : `${paint('red', '✗')} This is not what was sent.`,
      ],
    });
  });
}

const problem = (message: string) => err({ status: undefined, message });

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
