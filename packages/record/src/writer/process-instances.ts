/** The instances of this process, which share a process id and must not treat each other as dead. */
export interface Membership {
  readonly ids: () => readonly string[];
  readonly leave: () => void;
}

export interface ProcessInstances {
  /** Calls `onChange` with all instances whenever one is added or removed. */
  readonly join: (id: string, onChange: (ids: readonly string[]) => void) => Membership;
}

export function createProcessInstances(): ProcessInstances {
  const members = new Map<string, (ids: readonly string[]) => void>();
  const ids = (): readonly string[] => [...members.keys()];
  const tell = (): void => {
    for (const onChange of members.values()) onChange(ids());
  };
  return {
    join: (id, onChange) => {
      members.set(id, onChange);
      tell();
      return {
        ids,
        leave: () => {
          members.delete(id);
          tell();
        },
      };
    },
  };
}

/** Shared by all recorders of this process. */
export const processInstances: ProcessInstances = createProcessInstances();
