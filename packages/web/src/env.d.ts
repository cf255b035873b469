/** Defined by the build. */
declare const __TOOLMARK_VERSION__: string;
