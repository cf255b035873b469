import type { Curation, CurationRequest, ToolDetail } from '@toolmark/api-contract';
import { type ComputedRef, computed, type Ref, ref, watch } from 'vue';
import { put } from '../../../api/request.ts';
import { type Action, useAction } from '../../../api/use-action.ts';
import { toolPath } from '../../../tools/tool-address.ts';
import { isReworded } from '../../../tools/words.ts';

/** What a form about the words of a tool holds; empty is as its server has it. */
interface CurationWords {
  name: string;
  title: string;
  description: string;
}

export interface CurationEditor {
  readonly words: Ref<CurationWords>;
  readonly isChanged: ComputedRef<boolean>;
  /** Whether there is anything to go back from. */
  readonly isCurated: ComputedRef<boolean>;
  readonly undo: () => void;
  readonly save: Action<[], Curation>;
  readonly offer: Action<[isOffered: boolean], Curation>;
  /** Takes back everything that was changed for exactly this tool. */
  readonly reset: Action<[], Curation>;
}

/** How one tool is offered. Words count when they are saved; whether it is offered counts at once. */
export function useCurationEditor(tool: () => ToolDetail): CurationEditor {
  const saved = computed(() => toWords(tool()));
  const words = ref<CurationWords>(saved.value);
  const undo = (): void => {
    words.value = { ...saved.value };
  };
  // What somebody else set meanwhile is shown; what is being written here is not lost to a mere refresh.
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

const toWords = ({ curation: { name, title, description } }: ToolDetail): CurationWords => ({
  name: name ?? '',
  title: title ?? '',
  description: description ?? '',
});

const clean = ({ name, title, description }: CurationWords): CurationRequest => ({
  name: name.trim() || null,
  title: title.trim() || null,
  description: description.trim() || null,
});
