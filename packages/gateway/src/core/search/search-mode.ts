import { clip, type JsonObject, type RpcReply, result } from '@toolmark/base';
import type { Finish } from '../../calls/era/finish.ts';
import type { Recorder } from '../../calls/record/recorder.ts';
import type { Caller } from '../../model/caller.ts';
import { type AnswerCallDeps, answerCall } from '../../search/call/answer-call.ts';
import { describeTool } from '../../search/describe/describe.ts';
import { renderAnswer } from '../../search/find/render.ts';
import { classOfVariant, VARIANTS } from '../../search/find/variants.ts';
import { DESCRIBE, RETRIEVE } from '../../search/menu/menu.ts';
import { readIds, readQuestion } from '../../search/menu/read-question.ts';
import type { Searching } from '../../search/searching.ts';
import { invalidParams } from '../methods/method.ts';

export interface SearchModeDeps extends Pick<AnswerCallDeps, 'callTool'> {
  readonly searching: Searching;
  readonly finish: Finish;
  readonly recorder?: Pick<Recorder, 'discovered'> | undefined;
}

/** Answers a call of one of the five tools. */
export type SearchMode = (params: JsonObject, caller: Caller) => Promise<RpcReply>;

export function createSearchMode({ searching, finish, recorder, callTool }: SearchModeDeps): SearchMode {
  /** Records the answer for token counts, in the longer of its two forms: clients differ in which one they show to the model. */
  const toAnswer = (params: JsonObject, caller: Caller, text: string, structuredContent: JsonObject): RpcReply => {
    const json = JSON.stringify(structuredContent);
    recorder?.discovered(caller, params, Buffer.from(json.length > text.length ? json : text));
    return toOwnReply(result({ content: [{ type: 'text', text }], structuredContent }), caller);
  };
  const toToolError = (text: string, caller: Caller): RpcReply =>
    toOwnReply(result({ content: [{ type: 'text', text }], isError: true }), caller);
  const toOwnReply = (reply: RpcReply, caller: Caller): RpcReply =>
    finish(reply, caller, { server: '', method: 'tools/call' });

  const retrieveTools: SearchMode = async (params, caller) => {
    const asked = readQuestion(params['arguments']);
    if (!asked.ok) return toToolError(asked.error, caller);
    const { answer, tools } = await searching.find({ ...asked.value, ceiling: caller.ceiling }, caller);
    if (asked.value.detail === 'compact') return toAnswer(params, caller, renderAnswer(answer), { ...answer });
    const view = searching.viewFor(caller);
    const full = { ...answer, tools: tools.map(({ exposed }) => describeTool(exposed, view)) };
    return toAnswer(params, caller, JSON.stringify(full), full);
  };
  const describeTools: SearchMode = async (params, caller) => {
    const ids = readIds(params['arguments']);
    if (!ids.ok) return toToolError(ids.error, caller);
    const view = searching.viewFor(caller);
    const described = { tools: ids.value.map((id) => describeTool(id, view)) };
    // Schemas are JSON anyway, so a rendered text would not be shorter.
    return toAnswer(params, caller, JSON.stringify(described), described);
  };

  return (params, caller) => {
    const { name } = params;
    if (typeof name !== 'string') return invalidParams('name must be a string.');
    if (name === RETRIEVE) return retrieveTools(params, caller);
    if (name === DESCRIBE) return describeTools(params, caller);
    const variant = classOfVariant(name);
    if (variant !== undefined)
      return answerCall(params, caller, variant, { searching, callTool, errorResult: toToolError });
    const known = searching.viewFor(caller).catalog.toolsByName.get(name);
    const how =
      known === undefined
        ? `There are ${[RETRIEVE, DESCRIBE, ...Object.values(VARIANTS)].join(', ')}.`
        : `Call it with ${VARIANTS[known.resolution.class]} and "id": "${known.exposed}".`;
    return invalidParams(`Unknown tool: ${clip(name)}. ${how}`);
  };
}
