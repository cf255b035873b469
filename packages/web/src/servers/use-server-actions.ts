import { type Ref, ref } from 'vue';
import { toFailure } from '../api/api-failure.ts';
import { storeAnswer } from '../api/queries.ts';
import { visibleLine } from '../text/visible.ts';
import { toast } from '../ui/toasts.ts';
import { restartMessage } from './labels.ts';
import { removeServer, restartServer, setDisabled, signOutOf } from './server-changes.ts';

export interface ServerActions {
  /** Names of servers with an action in progress. */
  readonly busy: Readonly<Ref<ReadonlySet<string>>>;
  readonly restart: (name: string) => Promise<void>;
  readonly setDisabled: (name: string, disabled: boolean) => Promise<void>;
  readonly signOut: (name: string) => Promise<void>;
  /** Returns whether it was removed. */
  readonly remove: (name: string) => Promise<boolean>;
}

/** Actions on a server for any page. Shows the outcome as a toast, then calls `onDone` to refresh. */
export function useServerActions(onDone: () => void): ServerActions {
  const busy = ref<ReadonlySet<string>>(new Set());

  const act = async (name: string, work: () => Promise<string>): Promise<boolean> => {
    if (busy.value.has(name)) return false;
    busy.value = new Set([...busy.value, name]);
    try {
      toast('done', await work());
      return true;
    } catch (error) {
      toast('failed', `${visibleLine(name, 60)}: ${toFailure(error).message}`);
      return false;
    } finally {
      busy.value = new Set([...busy.value].filter((one) => one !== name));
      onDone();
    }
  };

  return {
    busy,
    restart: async (name) => {
      await act(name, async () => restartMessage(await restartServer(name)));
    },
    setDisabled: async (name, disabled) => {
      await act(name, async () => {
        await setDisabled(name, disabled);
        return `${visibleLine(name, 60)} is ${disabled ? 'disabled: its tools are no longer offered' : 'enabled and starting'}.`;
      });
    },
    signOut: async (name) => {
      await act(name, async () => {
        const { revoked } = await signOutOf(name);
        const rest = revoked === true ? 'Its tokens were revoked.' : 'Its tokens were deleted here.';
        return `Signed out of ${visibleLine(name, 60)}. ${rest}`;
      });
    },
    remove: (name) =>
      act(name, async () => {
        // The list shows the change at once, and not only when it is asked for again.
        storeAnswer('/servers', await removeServer(name));
        return `${visibleLine(name, 60)} was removed.`;
      }),
  };
}
