import type { Component } from 'vue';
import { type Haystack, toHaystack } from './score.ts';

export type Group = 'Recent' | 'Open' | 'Go to' | 'Commands' | 'Tools' | 'Servers' | 'Sessions' | 'Search';

/** One option of the palette. Text that a server wrote is always rendered as plain text. */
export interface Entry {
  /** Stable across openings of the palette. */
  readonly id: string;
  readonly group: Group;
  readonly title: string;
  readonly detail: string;
  readonly icon: Component;
  /** Shown only when the typed text matches: there would be too many otherwise. */
  readonly isOnDemand: boolean;
  readonly run: () => unknown;
  readonly haystacks: readonly Haystack[];
}

export interface EntryFacts extends Pick<Entry, 'id' | 'group' | 'title' | 'icon' | 'run'> {
  readonly detail?: string;
  /** More text to search in. */
  readonly words?: readonly string[];
  readonly isOnDemand?: boolean;
}

export function toEntry({ detail = '', words = [], isOnDemand = false, ...facts }: EntryFacts): Entry {
  return { ...facts, detail, isOnDemand, haystacks: [facts.title, detail, ...words].map(toHaystack) };
}

/** The element id of the nth option of a list. */
export const optionIdOf = (listId: string, index: number): string => `${listId}-o${index}`;
