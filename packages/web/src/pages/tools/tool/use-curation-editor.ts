import type { Curation, CurationRequest, ToolDetail } from '@toolmark/api-contract';
import { type ComputedRef, computed, type Ref, ref, watch } from 'vue';
import { put } from '../../../api/request.ts';
import { type Action, useAction } from '../../../api/use-action.ts';
import { isReworded } from '../../../tools/labels.ts';
import { toolPath } from '../../../tools/tool-address.ts';

/** The form's texts; empty means the server's original. */
interface CurationWords {
  name: string;
  title: string;
  description: string;
}

export interface CurationEditor {
  readonly words: Ref<CurationWords>;
  readonly isChanged: ComputedRef<boolean>;
  /** Whether there is anything to restore. */
  readonly isCurated: ComputedRef<boolean>;
  readonly undo: () => void;
  readonly save: Action<[], Curation>;
  readonly offer: Action<[isOffered: boolean], Curation>;
  /** Removes all changes for exactly this tool. */
  readonly reset: Action<[], Curation>;
}

/** Edits how clients see one tool. Texts apply on save, enabling and disabling at once. */
export function useCurationEditor(tool: () => ToolDetail): CurationEditor {
  const saved = computed(() => splitList(tool()));
  const words = ref<CurationWords>(saved.value);
  const undo = (): void => {
    words.value = { ...saved.value };
  };
  // Show changes made elsewhere, but keep unsaved edits when a refresh brings no change.
  watch(() => JSON.stringify([tool().server, tool().name, saved.value]), undo, { immediate: true });
  const send = (body: CurationRequest): Promise<Curation> => put<Curation>(`${toolPath(tool())}/curation`, { body });
  return {
    words,
    isChanged: computed(() => JSON.stringify(clean(words.value)) !== JSON.stringify(clean(saved.value))),
    isCurated: computed(() => !tool().curation.enabled || isReworded(tool().curation)),
    undo,
    save: useAction(() => send(clean(words.value))),
    offer: useAction((isOffered) => send({ enabled: isOffered })),
    reset: useAction(() => send({ enabled: true, name: null, title: null, description: null })),
  };
}

const splitList = ({ curation: { name, title, description } }: ToolDetail): CurationWords => ({
  name: name ?? '',
  title: title ?? '',
  description: description ?? '',
});

const clean = ({ name, title, description }: CurationWords): CurationRequest => ({
  name: name.trim() || null,
  title: title.trim() || null,
  description: description.trim() || null,
});
