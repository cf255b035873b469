import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { LayoutFacts } from '../../backend/facts.ts';
import { frameOf } from '../../engine/inspect.ts';
import { LIMITS } from '../../engine/limits.ts';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { frameIndex, threadId } from '../views/schemas.ts';

const Field = z.looseObject({
  name: z.string(),
  typeName: z.string(),
  offset: z.number().int(),
  size: z.number().int(),
  alignment: z.number().int(),
  isReference: z.boolean(),
  declaringType: z.string().optional(),
});

export const layoutGet: DebugTool = defineTool({
  name: 'layout_get',
  title: 'Get Memory Layout',
  description: {
    summary: 'Shows the memory layout of a type: offset and size of each field, and the gaps between them.',
    returns: "layout; isEstimated if the sizes are not the compiler's.",
    preconditions: 'The process must be paused.',
  },
  annotations: categories.read({ openWorld: false }),
  input: z.strictObject({
    type_name: z.string().trim().min(1).describe('Name of the type, or an expression that gives an object of it'),
    include_inherited: z.boolean().default(true).describe('Show fields of base types too'),
    include_padding: z.boolean().default(true).describe('Tell of gaps between fields'),
    thread_id: threadId,
    frame_index: frameIndex,
  }),
  output: {
    layout: z.looseObject({
      typeName: z.string(),
      totalSize: z.number().int(),
      headerSize: z.number().int(),
      dataSize: z.number().int(),
      fields: z.array(Field),
      isValueType: z.boolean(),
      isEstimated: z.boolean(),
      padding: z
        .array(z.looseObject({ offset: z.number().int(), size: z.number().int(), reason: z.string() }))
        .optional(),
      baseType: z.string().nullable(),
      note: z.string().optional(),
    }),
  },
  run: async (args, { engine }) =>
    engine.whilePaused({ code: 'LAYOUT_FAILED', milliseconds: LIMITS.longQuestionMs }, async (at) => {
      const frame = await frameOf(at, args);
      if (!frame.ok) return frame;
      const answer = await at.session.backend.layout(args.type_name, frame.value);
      if (!answer.ok) return answer;
      const facts = answer.value;
      const isOwn = ({ declaringType }: LayoutFacts['fields'][number]) => declaringType === facts.typeName;
      const fields = args.include_inherited ? facts.fields : facts.fields.filter(isOwn);
      return ok({
        layout: {
          typeName: facts.typeName,
          totalSize: facts.totalSize,
          headerSize: facts.headerSize,
          dataSize: facts.fields.reduce((sum, { size }) => sum + size, 0),
          fields: [...fields],
          isValueType: facts.isValueType,
          isEstimated: facts.isEstimated,
          ...(args.include_padding && !facts.isEstimated && { padding: findGaps(facts) }),
          baseType: facts.baseType ?? null,
          ...(facts.isEstimated && { note: 'The runtime does not tell offsets and sizes; these are estimates.' }),
        },
      });
    }),
});

/** The padding between fields and after the last one. */
function findGaps({ fields, headerSize, totalSize }: LayoutFacts) {
  const gaps: { offset: number; size: number; reason: string }[] = [];
  let end = headerSize;
  for (const field of fields.toSorted((one, other) => one.offset - other.offset)) {
    if (field.offset > end) {
      gaps.push({
        offset: end,
        size: field.offset - end,
        reason: `${field.name} is aligned to ${field.alignment} bytes`,
      });
    }
    end = Math.max(end, field.offset + field.size);
  }
  if (totalSize > end && fields.length > 0) {
    gaps.push({ offset: end, size: totalSize - end, reason: 'the size is a multiple of the alignment' });
  }
  return gaps;
}
