import type { CallAnswer, ToolDetail } from '@toolmark/api-contract';
import { type ComputedRef, computed, onScopeDispose, type Ref, ref, type ShallowRef, shallowRef, watch } from 'vue';
import { type ApiFailure, toFailure } from '../../../api/api-failure.ts';
import { post } from '../../../api/request.ts';
import { listen } from '../../../live/live.ts';
import { type Field, toField } from '../../../tools/form/field.ts';
import { emptyValue, type FormValue, fits, toFormValue } from '../../../tools/form/form-value.ts';
import { type FormProblem, parseJson, readForm } from '../../../tools/form/to-arguments.ts';
import { isJsonObject, type JsonObject } from '../../../tools/schema/json.ts';
import { toolPath } from '../../../tools/tool-address.ts';

/** The outcome of the last trial call. */
export type TrialEnd =
  | { readonly kind: 'answered'; readonly answer: CallAnswer }
  | { readonly kind: 'failed'; readonly failure: ApiFailure }
  | { readonly kind: 'cancelled' };

export interface Trial {
  readonly mode: Ref<'form' | 'json'>;
  readonly field: ComputedRef<Field>;
  readonly value: ShallowRef<FormValue>;
  readonly json: Ref<string>;
  /** The arguments to send, with their schema problems. */
  readonly reading: ComputedRef<{ readonly value: JsonObject | undefined; readonly problems: readonly FormProblem[] }>;
  readonly isRunning: Readonly<Ref<boolean>>;
  readonly startedAt: Readonly<Ref<string>>;
  /** The approval that the call waits for, if the policy asks because of its arguments. */
  readonly approvalId: Readonly<Ref<string>>;
  readonly end: Readonly<ShallowRef<TrialEnd | undefined>>;
  /** Why the form cannot show the JSON; empty if it can. */
  readonly formProblem: ComputedRef<string>;
  readonly show: (mode: 'form' | 'json') => void;
  readonly call: (isConfirmed: boolean) => Promise<void>;
  readonly cancel: () => void;
  readonly clear: () => void;
}

/** Approving may take minutes, and so may the tool. */
const TIMEOUT_MS = 15 * 60_000;

/** The form state and outcome of a trial call, kept across tab switches. */
export function useTrial(tool: () => ToolDetail): Trial {
  const schema = computed(() => tool().definition['inputSchema']);
  const field = computed(() => toField(schema.value));
  const start = (): FormValue => emptyValue(field.value);
  const hasForm = computed(() => field.value.kind === 'object' || field.value.shape.parameters().length === 0);
  const mode = ref<'form' | 'json'>('form');
  const value = shallowRef<FormValue>(start());
  const json = ref('{}');
  const isRunning = ref(false);
  const startedAt = ref('');
  const approvalId = ref('');
  const end = shallowRef<TrialEnd>();
  let running: AbortController | undefined;

  const reading = computed(() => {
    if (mode.value === 'form') {
      // A tool without parameters has nothing to fill in.
      if (field.value.kind !== 'object') return { value: {}, problems: [] };
      const read = readForm(field.value, value.value);
      return { value: isJsonObject(read.value) ? read.value : {}, problems: read.problems };
    }
    const { value: parsed, problem } =
      json.value.trim() === '' ? { value: {}, problem: undefined } : parseJson(json.value);
    if (problem !== undefined) return { value: undefined, problems: [{ path: [], message: problem }] };
    return isJsonObject(parsed)
      ? { value: parsed, problems: [] }
      : { value: undefined, problems: [{ path: [], message: 'Arguments are an object: { … }.' }] };
  });
  const formProblem = computed(() => {
    if (!hasForm.value) return 'This schema cannot be shown as a form: write the arguments as JSON.';
    if (mode.value === 'form') return '';
    if (reading.value.value === undefined) return 'The form needs a JSON object.';
    const isShown =
      field.value.kind !== 'object'
        ? Object.keys(reading.value.value).length === 0
        : fits(field.value, reading.value.value);
    return isShown ? '' : 'The form cannot show all of these values.';
  });
  const clear = (): void => {
    value.value = start();
    json.value = '{}';
    end.value = undefined;
    mode.value = hasForm.value ? 'form' : 'json';
  };
  watch(() => JSON.stringify([tool().server, tool().name, schema.value ?? null]), clear, { immediate: true });

  const show = (wanted: 'form' | 'json'): void => {
    if (wanted === mode.value) return;
    const { value: current } = reading.value;
    if (wanted === 'json') json.value = JSON.stringify(current ?? {}, undefined, 2);
    else if (formProblem.value !== '') return;
    else if (field.value.kind === 'object') value.value = toFormValue(field.value, current ?? {});
    mode.value = wanted;
  };

  const stopListening = listen(({ type, data }) => {
    const isMine = isRunning.value && data['server'] === tool().server && data['tool'] === tool().name;
    if (isMine && type === 'approvals.requested' && data['client_name'] === 'toolmark-web')
      approvalId.value = String(data['id']);
    if (type === 'approvals.resolved' && data['id'] === approvalId.value) approvalId.value = '';
  });
  const cancel = (): void => {
    running?.abort();
  };
  // Leaving the tab, perhaps to approve the call, does not cancel it: it completes and is recorded.
  onScopeDispose(stopListening);

  const call = async (isConfirmed: boolean): Promise<void> => {
    const given = reading.value.value;
    if (isRunning.value || given === undefined) return;
    const mine = new AbortController();
    running = mine;
    isRunning.value = true;
    approvalId.value = '';
    startedAt.value = new Date().toISOString();
    end.value = undefined;
    try {
      const body = { arguments: given, ...(isConfirmed && { confirm: true }) };
      const answer = await post<CallAnswer>(`${toolPath(tool())}/call`, {
        body,
        signal: mine.signal,
        timeoutMs: TIMEOUT_MS,
      });
      end.value = { kind: 'answered', answer };
    } catch (error) {
      end.value = mine.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', failure: toFailure(error) };
    }
    isRunning.value = false;
    approvalId.value = '';
  };
  return {
    mode,
    field,
    value,
    json,
    reading,
    isRunning,
    startedAt,
    approvalId,
    end,
    formProblem,
    show,
    call,
    cancel,
    clear,
  };
}
