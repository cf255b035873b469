import { basename } from 'node:path';
import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { LIMITS } from '../../engine/limits.ts';
import { parseTemplate } from '../../engine/trace-template.ts';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { toTracepoint } from '../views/breakpoints.ts';
import { Breakpoint } from '../views/schemas.ts';
import { placeBreakpoint } from './place-breakpoint.ts';
import { PLACE, resolvePlace } from './resolve-place.ts';

export const tracepointSet: DebugTool = defineTool({
  name: 'tracepoint_set',
  title: 'Set Tracepoint',
  description: {
    summary:
      'Logs a message every time the program passes a line, without stopping: as the notification debugger/breakpointHit, as a log message, and the last ten in breakpoint_list. An expression that fails shows as <error: …>.',
    returns: 'tracepoint.',
    preconditions: 'The file and the line exist; without a session it stays pending.',
  },
  annotations: categories.create({ openWorld: false }),
  input: z.strictObject({
    ...PLACE,
    log_message: z
      .string()
      .max(LIMITS.condition)
      .optional()
      .describe('What to report: each {expression} is evaluated there, {{ and }} are braces. The place when left out'),
    hit_count_multiple: z.number().int().min(0).default(0).describe('Report every Nth pass only; 0 reports each'),
    max_notifications: z
      .number()
      .int()
      .min(0)
      .default(0)
      .describe('Switch itself off after this many reports; 0 for never'),
  }),
  output: { tracepoint: Breakpoint },
  codes: { file: 'INVALID_FILE', line: 'INVALID_LINE', column: 'INVALID_COLUMN' },
  run: async (args, call) => {
    const { engine } = call;
    const { log_message: template, hit_count_multiple: multiple, max_notifications: most } = args;
    const parts = parseTemplate(template ?? '');
    if (!parts.ok) return parts;
    const place = await resolvePlace(args, call);
    if (!place.ok) return place;
    const { file, line } = place.value;
    const said = parts.value.length > 0 ? parts.value : [{ text: `${basename(file)}:${line} was passed.` }];
    return engine.inTurn(async () => {
      const added = engine.breakpoints.addLine({
        kind: 'tracepoint',
        ...place.value,
        condition: undefined,
        expression: undefined,
        hits: multiple > 1 ? { kind: 'every', divisor: multiple, remainder: 0 } : undefined,
        trace: { template, parts: said, multiple, most, reported: 0, dropped: 0, messages: [] },
        isEnabled: true,
      });
      if (!added.ok) return added;
      const placed = await placeBreakpoint(call, added.value, true);
      if (!placed.ok) return placed;
      engine.emit({ kind: 'breakpoints' });
      return ok({ tracepoint: toTracepoint(added.value, engine.live().ok) });
    });
  },
});
