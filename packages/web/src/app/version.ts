/** The version of this page, which is built together with its gateway. */
export const VERSION: string = __TOOLMARK_VERSION__;
