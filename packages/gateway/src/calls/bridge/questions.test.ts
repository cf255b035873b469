import { failed, type JsonObject, type RpcReply, result } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import { dismissal, lackingFor, refusal } from './questions.ts';

describe('what a client lacks to be asked', () => {
  it.each<[string, JsonObject, string, JsonObject, JsonObject | undefined]>([
    ['nothing, for a form', { elicitation: {} }, 'elicitation/create', {}, undefined],
    ['nothing, for a form it names', { elicitation: { form: {} } }, 'elicitation/create', { mode: 'form' }, undefined],
    ['a form', { elicitation: { url: {} } }, 'elicitation/create', {}, { elicitation: { form: {} } }],
    ['a web page', { elicitation: {} }, 'elicitation/create', { mode: 'url' }, { elicitation: { url: {} } }],
    ['nothing, for a web page', { elicitation: { url: {} } }, 'elicitation/create', { mode: 'url' }, undefined],
    ['an unknown mode', { elicitation: { form: {} } }, 'elicitation/create', { mode: 7 }, { elicitation: { 7: {} } }],
    ['all of elicitation', {}, 'elicitation/create', {}, { elicitation: { form: {} } }],
    ['nothing, for a model', { sampling: {} }, 'sampling/createMessage', {}, undefined],
    ['a model', { elicitation: {} }, 'sampling/createMessage', {}, { sampling: {} }],
    ['a model with tools', { sampling: {} }, 'sampling/createMessage', { tools: [] }, { sampling: { tools: {} } }],
    ['nothing, for roots', { roots: {} }, 'roots/list', {}, undefined],
    ['roots that are no object', { roots: true }, 'roots/list', {}, { roots: {} }],
    ['a method that is no question', { roots: {} }, 'tools/call', {}, {}],
  ])('%s', (_, capabilities, method, params, expected) => {
    expect(lackingFor(capabilities, method, params)).toEqual(expected);
  });
});

describe('the answer to a server', () => {
  it.each<[string, RpcReply, RpcReply]>([
    [
      'that asks a client without the capability',
      refusal({}, 'roots/list', {}),
      failed({ code: -32601, message: 'The client of this call does not support roots.' }),
    ],
    [
      'that asks in a mode the client lacks',
      refusal({ elicitation: {} }, 'elicitation/create', { mode: 'url' }),
      failed({ code: -32602, message: 'The client of this call does not support elicitation of this kind (url).' }),
    ],
    ['that asks what nobody asks', refusal({}, 'x/y', {}), failed({ code: -32601, message: 'Method not found: x/y' })],
    ['whose form nobody filled in', dismissal('elicitation/create', 'late'), result({ action: 'cancel' })],
    [
      'whose message nobody made',
      dismissal('sampling/createMessage', 'late'),
      failed({ code: -32060, message: 'late', data: { error: 'cancelled' } }),
    ],
  ])('%s', (_, actual, expected) => {
    expect(actual).toEqual(expected);
  });
});
