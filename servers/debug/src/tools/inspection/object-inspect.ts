import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { Outcome } from '../../backend/backend.ts';
import type { ValueFacts } from '../../backend/facts.ts';
import { cutText } from '../../engine/cut-text.ts';
import { frameOf } from '../../engine/inspect.ts';
import { LIMITS } from '../../engine/limits.ts';
import { err, ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { frameIndex, threadId } from '../views/schemas.ts';
import { inspectFields } from './inspect-fields.ts';

export const objectInspect: DebugTool = defineTool({
  name: 'object_inspect',
  title: 'Inspect Object',
  description: {
    summary:
      'Shows the fields of an object, nested as deep as asked. Offsets, sizes and addresses are null where the runtime has none.',
    returns: 'inspection: address, typeName, size, fields (nested ones have fields, too), isNull, hasCircularRef.',
    preconditions: 'The process must be paused.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    object_ref: z.string().trim().min(1).describe('Variable or expression that gives the object: order, user.address'),
    depth: z.number().int().min(1).max(10).default(1).describe('How deep to show objects inside objects'),
    thread_id: threadId,
    frame_index: frameIndex,
  }),
  output: {
    inspection: z.looseObject({
      address: z.string().nullable().optional(),
      typeName: z.string(),
      size: z.number().int().nullable().optional(),
      fields: z.array(z.looseObject({ name: z.string(), typeName: z.string(), value: z.string() })).optional(),
      isNull: z.boolean(),
      hasCircularRef: z.boolean().optional(),
      truncated: z.boolean().optional(),
    }),
  },
  more: 'Ask for a smaller depth, or inspect a part of the object.',
  run: async ({ object_ref: objectRef, depth, ...choice }, { engine }) =>
    engine.whilePaused({ code: 'INSPECTION_FAILED', milliseconds: LIMITS.longQuestionMs }, async (at) => {
      const frame = await frameOf(at, choice);
      if (!frame.ok) return frame;
      const { backend } = at.session;
      const found = asReference(await backend.evaluate(frame.value, objectRef, 5_000), objectRef);
      if (!found.ok) return found;
      const { type, ref, value } = found.value;
      if (ref === undefined) {
        const isNull = /^(?:null|undefined|None|nullptr|0x0+)$/.test(value);
        if (isNull) return ok({ inspection: { isNull: true, typeName: type } });
        return err({
          code: 'INVALID_REFERENCE',
          message: `'${objectRef}' is no object but ${type} ${cutText(value, 100)}. Use evaluate for plain values.`,
          details: { object_ref: objectRef, type },
        });
      }
      const identity = await backend.identity(ref);
      if (!identity.ok) return identity;
      const { address, typeName, size, isNull } = identity.value;
      if (isNull) return ok({ inspection: { isNull: true, typeName } });
      const offsets = await fieldOffsets(at.session.backend, objectRef, frame.value);
      const inside = await inspectFields({ backend, ref, depth, identity: identity.value, offsets });
      if (!inside.ok) return inside;
      const inspection = { address: address ?? null, typeName, size: size ?? null, isNull: false, ...inside.value };
      return ok({ inspection: { ...inspection, fields: [...inside.value.fields] } });
    }),
});

/** Only if the layout comes from the compiler. */
async function fieldOffsets(
  backend: Parameters<typeof inspectFields>[0]['backend'],
  target: string,
  frame: { readonly thread: number; readonly index: number },
): Promise<ReadonlyMap<string, { readonly offset: number; readonly size: number }>> {
  if (backend.can.layout !== 'exact') return new Map();
  const layout = await backend.layout(target, frame);
  if (!layout.ok || layout.value.isEstimated) return new Map();
  return new Map(layout.value.fields.map(({ name, offset, size }) => [name, { offset, size }]));
}

/** If evaluation fails for any reason, the text is not a reference to an object. */
export function asReference(outcome: Outcome<ValueFacts>, objectRef: string): Outcome<ValueFacts> {
  if (outcome.ok || !/^(?:syntax_error|eval_|variable_)/.test(outcome.error.code)) return outcome;
  const { code, message, details } = outcome.error;
  return err({
    code: 'INVALID_REFERENCE',
    message: `'${objectRef}' gives no object: ${message}`,
    details: { ...details, object_ref: objectRef, reason: code },
  });
}
