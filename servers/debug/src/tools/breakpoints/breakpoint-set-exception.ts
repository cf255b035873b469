import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ANY_EXCEPTION } from '../../engine/breakpoint.ts';
import { err, ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { toExceptionBreakpoint } from '../views/breakpoints.ts';
import { ExceptionBreakpointShape } from '../views/schemas.ts';

/** Identifiers separated by dots or by the double colon of C++. */
const TYPE_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::)[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

export const breakpointSetException: DebugTool = defineTool({
  name: 'breakpoint_set_exception',
  title: 'Set Exception Breakpoint',
  description: {
    summary:
      "Stops the program when an exception of a type is thrown, or when nothing catches it: 'TypeError' in JavaScript, 'ValueError' in Python, 'std::runtime_error' or a signal such as 'SIGSEGV' in C and C++, '*' for any. Subtypes are those of the running program.",
    returns: 'breakpoint.',
    preconditions: 'None: without a session it counts from the next launch on.',
  },
  annotations: categories.create({ openWorld: false }),
  input: z.strictObject({
    exception_type: z.string().trim().min(1).describe("Name of the type; '*' for all"),
    break_on_first_chance: z.boolean().default(true).describe('Stop when it is thrown, before any handler runs'),
    break_on_second_chance: z.boolean().default(true).describe('Stop when nothing handles it'),
    include_subtypes: z.boolean().default(true).describe('Also stop for types that derive from the named one'),
  }),
  output: { breakpoint: ExceptionBreakpointShape },
  codes: { exception_type: 'INVALID_CONDITION' },
  run: async (args, { engine }) => {
    const { exception_type: type, break_on_first_chance: firstChance, break_on_second_chance: secondChance } = args;
    if (type !== ANY_EXCEPTION && !TYPE_NAME.test(type)) {
      return err({
        code: 'INVALID_CONDITION',
        message: `'${type}' is no name of a type. Give identifiers with dots between them, such as TypeError or app.NotFound.`,
        details: { exception_type: type },
      });
    }
    if (!firstChance && !secondChance) {
      return err({
        code: 'INVALID_CONDITION',
        message: 'With both chances off it would never stop. Set break_on_first_chance or break_on_second_chance.',
      });
    }
    return engine.inTurn(async () => {
      const includeSubtypes = args.include_subtypes;
      const wanted = { kind: 'exception', type, firstChance, secondChance, includeSubtypes, isEnabled: true } as const;
      const added = engine.breakpoints.addException(wanted);
      if (!added.ok) return added;
      const session = engine.live();
      const synced = session.ok ? await engine.breakpoints.syncExceptions(session.value.backend) : ok(undefined);
      if (!synced.ok) {
        engine.breakpoints.remove(added.value.id);
        return synced;
      }
      engine.emit({ kind: 'breakpoints' });
      return ok({ breakpoint: toExceptionBreakpoint(added.value) });
    });
  },
});
