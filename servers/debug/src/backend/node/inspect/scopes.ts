import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { FrameRef, VariableFacts } from '../../facts.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';
import { parameterNames } from '../source/parameter-names.ts';
import { describe, type Item, itemOf } from './describe.ts';
import { liveFrame } from './frame.ts';

type Scope = Protocol.Debugger.Scope;
type CallFrame = Protocol.Debugger.CallFrame;
type Kind = VariableFacts['scope'];

/** Node's parameters of every CommonJS module, which are not variables of the program. */
const WRAPPER: ReadonlySet<string> = new Set(['exports', 'require', 'module', '__filename', '__dirname']);

/** All variables visible in a frame, innermost scope first, without shadowed ones. */
export async function variablesOf(debuggee: Debuggee, ref: FrameRef): Promise<Outcome<readonly VariableFacts[]>> {
  const found = liveFrame(debuggee, ref);
  if (!found.ok) return found;
  const { thread, pause, frame, isIdle } = found.value;
  if (isIdle) return ok([]);
  const parameters = new Set(await parametersOf(thread, frame));
  const shown = new Map<string, { readonly item: Item; readonly kind: Kind }>();
  const properties = await Promise.all(frame.scopeChain.map((scope) => propertiesOf(thread, scope)));
  const own = frame.scopeChain.findIndex(({ type }) => type === 'local' || type === 'module');
  for (const [index, scope] of frame.scopeChain.entries()) {
    for (const item of properties[index] ?? []) {
      if (shown.has(item.name) || (isWrapper(scope) && WRAPPER.has(item.name))) continue;
      const kind =
        index <= own
          ? scope.type === 'local' && parameters.has(item.name)
            ? 'argument'
            : 'local'
          : outerScopeKind(scope);
      shown.set(item.name, { item, kind });
    }
  }
  const self = frame.this.type === 'undefined' ? [] : [{ item: thisOf(frame), kind: 'this' as const }];
  const all = [...self, ...shown.values()];
  const facts = await describe(
    thread.session,
    pause.handles,
    all.map(({ item }) => item),
  );
  return ok(facts.map((fact, index) => ({ ...fact, scope: all[index]?.kind ?? 'local' })));
}

/** The current values of a frame's parameters. */
export async function argumentsOf(thread: JsThread, frame: CallFrame): Promise<readonly Item[]> {
  const scope = frame.scopeChain.find(({ type }) => type === 'local');
  if (scope === undefined || isWrapper(scope)) return [];
  const names = await parametersOf(thread, frame);
  if (names.length === 0) return [];
  const items = await propertiesOf(thread, scope);
  return names.flatMap((name) => items.find((item) => item.name === name) ?? []);
}

async function parametersOf(thread: JsThread, frame: CallFrame): Promise<readonly string[]> {
  const { functionLocation } = frame;
  if (functionLocation === undefined) return [];
  const text = await thread.scripts.textOf(functionLocation.scriptId);
  if (text === undefined) return [];
  return parameterNames(text, offsetOf(text, functionLocation.lineNumber, functionLocation.columnNumber ?? 0));
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let count = 0; count < line; count += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return start + column;
}

async function propertiesOf(thread: JsThread, { type, object }: Scope): Promise<readonly Item[]> {
  if (type === 'global' || type === 'wasm-expression-stack' || object.objectId === undefined) return [];
  const answer = await thread.session.send('Runtime.getProperties', {
    objectId: object.objectId,
    ownProperties: true,
    generatePreview: true,
  });
  return answer.ok ? answer.value.result.map((descriptor) => itemOf(descriptor, descriptor.name)) : [];
}

/** Node's wrapper function of a CommonJS module begins at the start of the file. */
const isWrapper = ({ type, startLocation }: Scope): boolean =>
  (type === 'local' || type === 'closure') && startLocation?.lineNumber === 0 && startLocation.columnNumber === 0;

const outerScopeKind = (scope: Scope): Kind =>
  scope.type === 'module' || scope.type === 'script' || isWrapper(scope) ? 'module' : 'closure';

const thisOf = (frame: CallFrame): Item => ({ name: 'this', value: frame.this, isGetter: false, path: 'this' });
