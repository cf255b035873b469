/** Invisible characters, even where the script needs them. White space counts as visible. */
const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB]--[\t\n\r\v\f\x85]]/gv;

/** Letters of scripts that need joiners. */
const JOINING = String.raw`[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]`;
/** Letters of scripts written without spaces between words. */
const UNSPACED = String.raw`[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]`;
const PICTURE = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}]`;

/** Legitimate uses of invisible characters: emoji, flags, joiners in Persian and Hindi, line breaks in Thai. */
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

/** Legitimate only in prose: names need no typography and are not read from files. */
const IN_PROSE: readonly string[] = [
  // A soft hyphen in the middle of a long word. Inside a short word it is more likely an attempt to hide the word from
  // a filter.
  String.raw`(?<=\p{L}{4})\u00AD(?=\p{L}{4})`,
  // A byte order mark at the start of a file.
  String.raw`^\uFEFF`,
  // Quotes and dashes left over from Windows-1252, except the characters that start a terminal's control sequences.
  String.raw`[[\x80-\x9F]--[\x90\x98\x9B\x9D-\x9F]]`,
];

/** Direction marks belong to text in right-to-left scripts; direction overrides never do. */
const IN_RIGHT_TO_LEFT = String.raw`[\u061C\u200E\u200F\u202A-\u202C\u2066-\u2069](?![\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]{3})`;

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'gv');
const ORDINARY = {
  name: anyOf(...IN_ANY_TEXT),
  prose: anyOf(...IN_ANY_TEXT, ...IN_PROSE),
  rightToLeft: anyOf(...IN_ANY_TEXT, ...IN_PROSE, IN_RIGHT_TO_LEFT),
} as const;
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/v;

/** An invisible character in a place where no script needs it. */
export interface HiddenCharacter {
  readonly index: number;
  readonly char: string;
}

/** Finds the hidden characters in a text. */
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

/** Whether a text has only printable ASCII and white space: the fast path, which nearly every text takes. */
export function isPlainText(text: string): boolean {
  return /^[\x20-\x7e\t\n\r]*$/.test(text);
}

/** The text without its invisible characters. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(UNSEEN, '');
}
