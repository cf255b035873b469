import type { Component } from 'vue';

export interface MenuItem {
  readonly label: string;
  /** What it will do, in a few words. */
  readonly hint?: string;
  readonly icon?: Component;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** One thing that can be chosen. */
export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}
