import type { ResourceSpec } from '../resources/define-resource.ts';
import type { DefinedTool } from '../tools/define-tool.ts';

/** The modules that `--modules` selects from. */
export const MODULE_NAMES = [
  'notes',
  'webdav',
  'calendar',
  'contacts',
  'deck',
  'tables',
  'sharing',
  'cookbook',
  'news',
  'semantic',
] as const;

export type ModuleName = (typeof MODULE_NAMES)[number];

/** The tools for one app of Nextcloud. */
export interface Module {
  readonly name: ModuleName;
  /** The app's id in Nextcloud's capabilities; `undefined` for a part of every Nextcloud. */
  readonly app: string | undefined;
  /** A path that exists only with the app, to detect an app that the capabilities do not name. */
  readonly probe?: readonly string[];
  readonly tools: readonly DefinedTool[];
  readonly resources?: readonly ResourceSpec[];
}
