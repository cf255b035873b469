import type { Component } from 'vue';

export interface MenuItem {
  readonly label: string;
  /** A short description. */
  readonly hint?: string;
  readonly icon?: Component;
  readonly disabled?: boolean;
  /** `isByKey`: chosen with the keyboard, or with a pointer that was pressed elsewhere. */
  readonly run: (how: { readonly isByKey: boolean }) => void;
}

/** One option of a menu. */
export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}
