import type { ToolCallDetail } from '@toolmark/api-contract';
import { jsonText } from '../text/json-text.ts';
import { toolPath } from '../tools/tool-address.ts';
import { replayProblem } from './labels.ts';

/** One way to copy a call. */
export interface CopyForm {
  readonly label: string;
  readonly hint?: string;
  readonly text: string;
}

/**
 * The ways to copy a call. A command that repeats it is offered only if its arguments are known in full.
 *
 * @example
 * copyForms(call, 'http://127.0.0.1:7420').map(({ label }) => label) // ['Id', 'Link', 'Arguments', …]
 */
export function copyForms(call: ToolCallDetail, origin: string): readonly CopyForm[] {
  const { id, arguments: given, result } = call;
  const forms: CopyForm[] = [
    { label: 'Id', hint: id, text: id },
    { label: 'Link', text: `${origin}/tool-calls/${encodeURIComponent(id)}` },
  ];
  if (given !== null) forms.push({ label: 'Arguments', text: toCopyText(given.value) });
  if (result !== null) forms.push({ label: 'Result', text: toCopyText(result.value) });
  if (replayProblem(call) === '' && call.server !== null) {
    forms.push({
      label: 'Command to replay it',
      hint: 'toolmark calls replay …',
      text: `toolmark calls replay ${quoted(id)}`,
    });
    forms.push({
      label: 'As curl',
      hint: 'Calls the tool with the same arguments',
      text: asCurl(call.server, call, origin),
    });
  }
  return forms;
}

/** The shell that runs it supplies the token. */
function asCurl(server: string, { tool, arguments: given }: ToolCallDetail, origin: string): string {
  const body = jsonText({ arguments: given?.value ?? {} }, 0);
  return [
    `curl -sS -X POST ${quoted(`${origin}/api/v1${toolPath({ server, name: tool })}/call`)}`,
    `-H "authorization: Bearer $TOOLMARK_TOKEN"`,
    `-H 'content-type: application/json'`,
    `--data-binary ${quoted(body)}`,
  ].join(' \\\n  ');
}

/** Quotes any text as one shell word. */
const quoted = (text: string): string => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const toCopyText = (value: unknown): string => (typeof value === 'string' ? value : jsonText(value));
