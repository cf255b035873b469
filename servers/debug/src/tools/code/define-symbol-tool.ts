import { categories } from '@toolmark/kit';
import * as z from 'zod';
import type { CodeBackend, CodeSymbol, Found, SymbolQuery } from '../../code/code-backend.ts';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';
import { pageOf } from '../fit-reply.ts';
import { askAbout, toSymbol } from './ask.ts';
import { namedOrPointedAt, RANGE, SymbolShape, type toRange, WORKSPACE_IS_LOADED } from './shapes.ts';

/** A tool that lists places of one symbol. */
export interface SymbolToolSpec<Kinds extends readonly string[], Value extends { readonly symbol: CodeSymbol }> {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly returns: string;
  /** The kinds of symbols that it accepts by name. */
  readonly kinds: Kinds;
  /** The name of the list in the reply, beside its length. */
  readonly list: string;
  /** The kinds of places. */
  readonly placeKinds: readonly string[];
  readonly ask: (backend: CodeBackend, query: SymbolQuery, deadline: AbortSignal) => Promise<Found<Value>>;
  readonly toPlaces: (value: Value) => readonly ListedPlace[];
}

type ListedPlace = ReturnType<typeof toRange> & { kind: string; [key: string]: unknown };

export function defineSymbolTool<const Kinds extends readonly string[], Value extends { readonly symbol: CodeSymbol }>(
  spec: SymbolToolSpec<Kinds, Value>,
): DebugTool {
  const { name, title, summary, returns, list } = spec;
  return defineTool({
    name,
    title,
    description: { summary, returns, preconditions: WORKSPACE_IS_LOADED },
    annotations: categories.read({ openWorld: false }),
    input: namedOrPointedAt(spec.kinds),
    output: {
      data: z.looseObject({
        symbol: SymbolShape,
        [`${list}_count`]: z.number().int(),
        [list]: z.array(z.looseObject({ ...RANGE, kind: z.enum(spec.placeKinds) })),
      }),
    },
    run: async (args, call) => {
      const found = await askAbout(args, call, spec.ask);
      if (!found.ok) return found;
      const places = spec.toPlaces(found.value);
      const { items, rest } = pageOf(places, args.start, 'point at a symbol that is used less');
      return ok({
        data: { symbol: toSymbol(found.value.symbol), [`${list}_count`]: places.length, [list]: [...items] },
        ...rest,
      });
    },
  });
}
