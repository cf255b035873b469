/** The instances of this process, each of which must know that the others live: a process id tells them not apart. */
export interface Family {
  readonly ids: () => readonly string[];
  readonly leave: () => void;
}

export interface Families {
  /** `onChange` is told of everybody whenever one comes or goes. */
  readonly join: (id: string, onChange: (ids: readonly string[]) => void) => Family;
}

export function createFamilies(): Families {
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

/** One for all recorders of this process. */
export const family: Families = createFamilies();
