import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { parseCondition } from '../../engine/hit-condition.ts';
import { LIMITS } from '../../engine/limits.ts';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { toBreakpoint } from '../views/breakpoints.ts';
import { Breakpoint } from '../views/schemas.ts';
import { placeBreakpoint } from './place-breakpoint.ts';
import { PLACE, resolvePlace } from './resolve-place.ts';

export const breakpointSet: DebugTool = defineTool({
  name: 'breakpoint_set',
  title: 'Set Breakpoint',
  description: {
    summary:
      'Stops the program at a line. A second call for the same file, line and column updates the condition of the existing breakpoint (duplicate: true). Breakpoints outlive sessions and are set before the first line of the next launch.',
    returns:
      'breakpoint: id, location (the actual one), requestedLine if it differs, state (pending until the file is loaded, bound, disabled), enabled, verified, condition, hitCount, message; duplicate.',
    preconditions: 'The file and the line exist; without a session the breakpoint stays pending.',
    example: {
      success: true,
      breakpoint: {
        id: 'bp-0b1d7c52',
        location: { file: '/home/ada/shop/orders.js', line: 17, column: 3, functionName: 'total' },
        state: 'bound',
        enabled: true,
        verified: true,
        condition: 'order.items.length > 2',
        hitCount: 0,
      },
    },
  },
  annotations: categories.create({ openWorld: false }),
  input: z.strictObject({
    ...PLACE,
    condition: z
      .string()
      .max(LIMITS.condition)
      .optional()
      .describe(
        "Stop only when this is true: an expression of the program's language, or 'hitCount == 3', 'hitCount >= 10', 'hitCount % 5 == 0'. One that cannot be evaluated stops",
      ),
  }),
  output: { breakpoint: Breakpoint, duplicate: z.boolean().optional() },
  codes: { file: 'INVALID_FILE', line: 'INVALID_LINE', column: 'INVALID_COLUMN', condition: 'INVALID_CONDITION' },
  run: async (args, call) => {
    const { engine } = call;
    const parsed = parseCondition(args.condition);
    if (!parsed.ok) return parsed;
    const place = await resolvePlace(args, call);
    if (!place.ok) return place;
    return engine.inTurn(async () => {
      const { file, line, column } = place.value;
      const condition = { condition: args.condition?.trim(), ...parsed.value };
      const known = engine.breakpoints
        .lines()
        .find(
          (other) =>
            other.kind === 'breakpoint' && other.file === file && other.line === line && other.column === column,
        );
      const added =
        known === undefined
          ? engine.breakpoints.addLine({
              kind: 'breakpoint',
              file,
              line,
              column,
              ...condition,
              trace: undefined,
              isEnabled: true,
            })
          : ok(known);
      if (!added.ok) return added;
      const before = { condition: known?.condition, expression: known?.expression, hits: known?.hits };
      Object.assign(added.value, { ...condition, conditionError: undefined });
      const placed = await placeBreakpoint(call, added.value, known === undefined);
      if (!placed.ok) {
        if (known !== undefined) Object.assign(known, before);
        return placed;
      }
      engine.emit({ kind: 'breakpoints' });
      const breakpoint = toBreakpoint(added.value, engine.live().ok);
      return ok({ breakpoint, ...(known !== undefined && { duplicate: true }) });
    });
  },
});
