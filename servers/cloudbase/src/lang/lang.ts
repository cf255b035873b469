/** The languages this server speaks. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in both languages. */
export interface Text {
  readonly en: string;
  readonly zh: string;
}

/**
 * Chooses the text of one language.
 *
 * @example
 * t('Name of the collection', '集合名称')
 */
export type Translate = (en: string, zh: string) => string;

export const translateTo =
  (language: Language): Translate =>
  (en, zh) =>
    language === 'zh' ? zh : en;

/** The language of `TCB_LANG`, else of the user's locale. */
export function chooseLanguage(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env['TCB_LANG'] || env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^zh([-_.]|$)/i.test(locale) ? 'zh' : 'en';
}
