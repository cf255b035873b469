import type { Component } from 'vue';

export interface MenuItem {
  readonly label: string;
  /** What it will do, in a few words. */
  readonly hint?: string;
  readonly icon?: Component;
  readonly disabled?: boolean;
  /** `isByKey`: chosen with the keyboard, or with a pointer that was not pressed on it. */
  readonly run: (how: { readonly isByKey: boolean }) => void;
}

/** One thing that can be chosen. */
export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}
