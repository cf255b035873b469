import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { Backend, Outcome } from '../../backend/backend.ts';
import type { ReferenceList, ValueRef } from '../../backend/facts.ts';
import { frameOf } from '../../engine/inspect.ts';
import { LIMITS } from '../../engine/limits.ts';
import { err, ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { asReference } from '../inspection/object-inspect.ts';
import { frameIndex, threadId } from '../views/schemas.ts';

const MAX = 100;
const Reference = z.looseObject({
  sourceAddress: z.string().nullable(),
  sourceType: z.string(),
  targetAddress: z.string().nullable(),
  targetType: z.string(),
  path: z.string(),
  referenceType: z.string(),
});

export const referencesGet: DebugTool = defineTool({
  name: 'references_get',
  title: 'Get Object References',
  description: {
    summary:
      "Shows what an object refers to (outbound) and what refers to it and keeps it alive (inbound; from Node.js heap snapshots and Python's garbage collector).",
    returns:
      'references: targetType, outbound: path, referenceType (Field, ArrayElement, Closure, Root, Internal); inbound; counts; inboundNote if the runtime cannot tell.',
    preconditions: 'The process must be paused.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    object_ref: z.string().trim().min(1).describe('Variable or expression that gives the object'),
    direction: z.enum(['outbound', 'inbound', 'both']).default('outbound').describe('Which way to look'),
    max_results: z
      .number()
      .int()
      .min(1)
      .default(50)
      .describe(`Most references each way; more than ${MAX} counts as ${MAX}`),
    include_arrays: z.boolean().default(true).describe('Count elements of arrays as references'),
    thread_id: threadId,
    frame_index: frameIndex,
  }),
  output: {
    references: z.looseObject({
      targetAddress: z.string().nullable(),
      targetType: z.string(),
      outbound: z.array(Reference),
      outboundCount: z.number().int(),
      truncated: z.boolean(),
      inbound: z.array(Reference).optional(),
      inboundCount: z.number().int().optional(),
      inboundNote: z.string().optional(),
    }),
  },
  more: 'Ask for fewer with max_results.',
  run: async (
    { object_ref: objectRef, direction, max_results: wanted, include_arrays: withArrays, ...choice },
    { engine },
  ) =>
    engine.whilePaused({ code: 'REFERENCE_ANALYSIS_FAILED', milliseconds: LIMITS.longQuestionMs }, async (at) => {
      const frame = await frameOf(at, choice);
      if (!frame.ok) return frame;
      const { backend } = at.session;
      const found = asReference(await backend.evaluate(frame.value, objectRef, 5_000), objectRef);
      if (!found.ok) return found;
      const { ref, type } = found.value;
      if (ref === undefined) {
        const message = `'${objectRef}' is no object but a plain ${type}, which refers to nothing.`;
        return err({ code: 'INVALID_REFERENCE', message, details: { object_ref: objectRef, type } });
      }
      const identity = await backend.identity(ref);
      if (!identity.ok) return identity;
      const order = { backend, ref, most: Math.min(wanted, MAX), withArrays };
      const outbound = direction === 'inbound' ? ok(NONE) : await list('outbound', order);
      if (!outbound.ok) return outbound;
      const inbound = direction === 'outbound' ? undefined : await list('inbound', order);
      if (inbound !== undefined && !inbound.ok && inbound.error.code !== 'NOT_SUPPORTED') return inbound;
      // If only inbound references were requested, return the debugger's error.
      if (inbound !== undefined && !inbound.ok && direction === 'inbound') return inbound;
      return ok({
        references: {
          targetAddress: identity.value.address ?? null,
          targetType: identity.value.typeName,
          outbound: outbound.value.items,
          outboundCount: outbound.value.total,
          truncated: outbound.value.isCut || (inbound?.ok === true && inbound.value.isCut),
          ...(inbound?.ok && { inbound: inbound.value.items, inboundCount: inbound.value.total }),
          ...(inbound !== undefined && !inbound.ok && { inboundNote: inbound.error.message }),
        },
      });
    }),
});

interface Order {
  readonly backend: Backend;
  readonly ref: ValueRef;
  readonly most: number;
  readonly withArrays: boolean;
}
interface Listed {
  readonly items: z.input<typeof Reference>[];
  readonly total: number;
  readonly isCut: boolean;
}

const NONE: Listed = { items: [], total: 0, isCut: false };
const KINDS = {
  field: 'Field',
  element: 'ArrayElement',
  closure: 'Closure',
  root: 'Root',
  internal: 'Internal',
} as const;

async function list(
  direction: 'outbound' | 'inbound',
  { backend, ref, most, withArrays }: Order,
): Promise<Outcome<Listed>> {
  const answer = await backend.references(ref, direction, most);
  if (!answer.ok) return answer;
  const { references, total } = answer.value;
  const meant = withArrays ? references : references.filter(({ kind }) => kind !== 'element');
  const count = withArrays ? total : total - (references.length - meant.length);
  return ok({ items: meant.slice(0, most).map(toReference), total: count, isCut: count > meant.length });
}

function toReference({ source, target, path, kind }: ReferenceList['references'][number]): z.input<typeof Reference> {
  return {
    sourceAddress: source.address ?? null,
    sourceType: source.typeName,
    targetAddress: target.address ?? null,
    targetType: target.typeName,
    path,
    referenceType: KINDS[kind],
  };
}
