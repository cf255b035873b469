import type { Component } from 'vue';
import { type Haystack, toHaystack } from './score.ts';

export type Group = 'Recent' | 'Open' | 'Go to' | 'Commands' | 'Tools' | 'Servers' | 'Sessions' | 'Search';

/** One thing that can be chosen. Whatever a server wrote in it is only ever shown as text. */
export interface Entry {
  /** The same for the same thing, whenever the palette is opened. */
  readonly id: string;
  readonly group: Group;
  readonly title: string;
  readonly detail: string;
  readonly icon: Component;
  /** Only where words ask for it: there would be too many of its kind. */
  readonly isOnDemand: boolean;
  readonly run: () => unknown;
  readonly haystacks: readonly Haystack[];
}

export interface EntryFacts extends Pick<Entry, 'id' | 'group' | 'title' | 'icon' | 'run'> {
  readonly detail?: string;
  /** By what else it is found. */
  readonly words?: readonly string[];
  readonly isOnDemand?: boolean;
}

export function toEntry({ detail = '', words = [], isOnDemand = false, ...facts }: EntryFacts): Entry {
  return { ...facts, detail, isOnDemand, haystacks: [facts.title, detail, ...words].map(toHaystack) };
}

/** The id of the element that shows the nth entry of a list. */
export const optionIdOf = (listId: string, index: number): string => `${listId}-o${index}`;
