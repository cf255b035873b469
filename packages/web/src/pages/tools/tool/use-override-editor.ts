import type { HintKey, OverrideAnswer, ToolDetail } from '@toolmark/api-contract';
import { type ComputedRef, computed, type Ref, ref, type ShallowRef, watch } from 'vue';
import type { ApiFailure } from '../../../api/api-failure.ts';
import { put } from '../../../api/request.ts';
import { type Action, useAction } from '../../../api/use-action.ts';
import { useResource } from '../../../api/use-resource.ts';
import { HINTS } from '../../../hints/labels.ts';
import {
  type HintWish,
  type HintWishes,
  isSameHints,
  NO_WISHES,
  ownHints,
  wantedHints,
} from '../../../tools/override-plan.ts';
import { toolPath } from '../../../tools/tool-address.ts';

export interface OverrideEditor {
  readonly wishes: Readonly<Ref<HintWishes>>;
  readonly reason: Ref<string>;
  readonly isChanged: ComputedRef<boolean>;
  /** The effect of the edit; `undefined` until the gateway has answered. */
  readonly preview: Readonly<ShallowRef<OverrideAnswer | undefined>>;
  readonly previewFailure: Readonly<ShallowRef<ApiFailure | undefined>>;
  readonly wish: (hint: HintKey, wish: HintWish) => void;
  readonly undo: () => void;
  readonly save: Action<[], OverrideAnswer>;
}

/** Edits the override of one tool. Nothing applies until it is saved; every edit fetches a preview. */
export function useOverrideEditor(tool: () => ToolDetail): OverrideEditor {
  const own = computed(() => ownHints(tool()));
  const wishes = ref<HintWishes>(NO_WISHES);
  const reason = ref('');
  const undo = (): void => {
    const entries = HINTS.map((hint): [HintKey, HintWish] => [hint, toWish(own.value[hint])]);
    wishes.value = { ...NO_WISHES, ...Object.fromEntries(entries) };
    reason.value = '';
  };
  // Show changes made elsewhere, but keep unsaved edits when a refresh brings no change.
  watch(() => JSON.stringify([tool().server, tool().name, own.value]), undo, { immediate: true });

  const wanted = computed(() => wantedHints(own.value, wishes.value));
  const isChanged = computed(() => !isSameHints(wanted.value, own.value));
  const send = (isDryRun: boolean, signal?: AbortSignal): Promise<OverrideAnswer> => {
    const why = reason.value.trim();
    return put<OverrideAnswer>(`${toolPath(tool())}/override`, {
      query: { dry_run: isDryRun },
      body: { hints: wanted.value, ...(why !== '' && { reason: why }) },
      signal,
    });
  };
  const preview = useResource(() =>
    isChanged.value
      ? {
          key: ['override preview', tool().server, tool().name, wanted.value, tool().fingerprint],
          fetch: (signal: AbortSignal) => send(true, signal),
        }
      : undefined,
  );
  return {
    wishes,
    reason,
    isChanged,
    preview: preview.data,
    previewFailure: preview.failure,
    wish: (hint, one) => {
      wishes.value = { ...wishes.value, [hint]: one };
    },
    undo,
    save: useAction(() => send(false)),
  };
}

const toWish = (value: boolean | undefined): HintWish => (value === undefined ? 'unset' : value ? 'true' : 'false');
