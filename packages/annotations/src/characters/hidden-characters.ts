/** What is not seen where it stands, whatever it is there for. White space is seen. */
const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB]--[\t\n\r\v\f\x85]]/gv;

/** Letters of scripts whose writing needs joiners. */
const JOINING = String.raw`[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]`;
/** Letters of scripts that put no spaces between words. */
const UNSPACED = String.raw`[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]`;
const PICTURE = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}]`;

/** What honest writing uses them for: emoji, flags, joiners of Persian and Hindi, line breaks of Thai. */
const IN_ANY_TEXT: readonly string[] = [
  String.raw`(?<=${PICTURE}\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[[\p{Emoji}\p{S}]--[0-9#*]])[\uFE00-\uFE0F](?!\p{Variation_Selector})`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=[\p{sc=Han}\p{sc=Myanmar}\p{sc=Phags_Pa}\u3001\u3002\uFF01-\uFF1F])\p{Variation_Selector}(?!\p{Variation_Selector})`,
  String.raw`(?<=\p{sc=Mongolian})[\u180B-\u180F]`,
  // England, Scotland and Wales.
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  String.raw`(?<=${JOINING})[\u200C\u200D](?![\u200C\u200D])`,
  String.raw`(?<=${UNSPACED})\u200B(?!\u200B)|(?<!\u200B)\u200B(?=${UNSPACED})`,
  String.raw`(?<=\p{M})\u034F`,
  String.raw`(?<=\p{sc=Khmer})[\u17B4\u17B5]`,
  String.raw`(?<=\p{sc=Hangul})[\u115F\u1160]|[\u115F\u1160](?=\p{sc=Hangul})`,
];

/** Names are not set in type, nor read from files. */
const IN_PROSE: readonly string[] = [
  // Where a long word may be broken. A short one in two is one that somebody wants to be missed.
  String.raw`(?<=\p{L}{4})\u00AD(?=\p{L}{4})`,
  // Where a file began so.
  String.raw`^\uFEFF`,
  // What is left of quotes and dashes of an older encoding; not what begins a terminal's commands.
  String.raw`[[\x80-\x9F]--[\x90\x98\x9B\x9D-\x9F]]`,
];

/** Among letters that are written from right to left marks of direction belong to the writing; overrides never do. */
const IN_RIGHT_TO_LEFT = String.raw`[\u061C\u200E\u200F\u202A-\u202C\u2066-\u2069](?![\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]{3})`;

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'gv');
const ORDINARY = {
  name: anyOf(...IN_ANY_TEXT),
  prose: anyOf(...IN_ANY_TEXT, ...IN_PROSE),
  rightToLeft: anyOf(...IN_ANY_TEXT, ...IN_PROSE, IN_RIGHT_TO_LEFT),
} as const;
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/v;

/** A character that nobody sees and that no writing needs where it stands. */
export interface HiddenCharacter {
  readonly index: number;
  readonly char: string;
}

/** Finds what is hidden in a text. */
export function hiddenCharacters(text: string, role: 'name' | 'prose'): readonly HiddenCharacter[] {
  if (isPlainText(text)) return [];
  const unseen = [...text.matchAll(UNSEEN)];
  if (unseen.length === 0) return [];
  const pattern = ORDINARY[role === 'prose' && RIGHT_TO_LEFT.test(text) ? 'rightToLeft' : role];
  const ordinary = new Set<number>();
  for (const { 0: match, index } of text.matchAll(pattern)) {
    for (let at = index; at < index + match.length; at++) ordinary.add(at);
  }
  return unseen.flatMap(({ 0: char, index }) => (ordinary.has(index) ? [] : [{ index, char }]));
}

/** Whether there is nothing in a text but what every keyboard has. So it is for nearly every one. */
export function isPlainText(text: string): boolean {
  return /^[\x20-\x7e\t\n\r]*$/.test(text);
}

/** The text as it looks. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(UNSEEN, '');
}
