/** A part of a file as returned to the model. */
export interface FileContent {
  readonly content: string;
  readonly encoding: 'utf-8' | 'base64';
  /** The numbers of bytes dropped at the start and end because they are parts of a character. */
  readonly skipped: number;
  readonly dropped: number;
}

interface Part {
  readonly name: string;
  readonly contentType: string;
  /** Whether bytes of the file come before or after these. */
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

/**
 * Returns text as text, everything else as base64. A file is text if its name or type says so and its bytes are valid UTF-8; if
 * neither says anything, the bytes alone decide.
 */
export function toFileContent(bytes: Uint8Array, { name, contentType, hasBefore, hasAfter }: Part): FileContent {
  const kind = classifyContent(name, contentType);
  if (kind !== 'binary') {
    const start = hasBefore ? leadingContinuation(bytes) : 0;
    const end = bytes.length - (hasAfter ? trailingIncomplete(bytes) : 0);
    const text = decode(bytes.subarray(start, end));
    if (text !== undefined && (kind === 'text' || !CONTROL.test(text)))
      return { content: text, encoding: 'utf-8', skipped: start, dropped: bytes.length - end };
  }
  return { content: Buffer.from(bytes).toString('base64'), encoding: 'base64', skipped: 0, dropped: 0 };
}

/** Characters that text files do not have; tab, line feed, form feed, carriage return and escape are left out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/;

/** Types outside of `text/` that are text; those that end with +json, +xml or +yaml are too. */
const TEXT_TYPES =
  /^(?:text\/.*|message\/rfc822|image\/svg\+xml|application\/(?:.*\+(?:json|xml|yaml)|json|jsonl|json5|ld\+json|x-ndjson|xml|xhtml\+xml|yaml|x-yaml|toml|javascript|x-javascript|ecmascript|typescript|x-typescript|sql|graphql|x-sh|x-shellscript|x-php|x-perl|x-ruby|x-python|x-tex|x-latex|rtf|x-subrip|x-httpd-php|pgp-signature|x-pem-file))$/;

/** Types that are never text; others are undecided, such as `application/octet-stream`. */
const BINARY_TYPES =
  /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|gzip|x-7z-compressed|x-rar-compressed|x-tar|msword|epub\+zip|vnd\.)/;

/** Extensions of source code: their registered types are often missing or wrong (`.ts` is a video). */
const TEXT_NAMES =
  /\.(?:md|markdown|txt|text|log|csv|tsv|json|jsonl|ndjson|json5|ya?ml|toml|ini|cfg|conf|env|properties|xml|xsl|xsd|svg|html?|xhtml|css|scss|sass|less|m?[jt]sx?|c[jt]s|vue|svelte|py|rb|php|pl|lua|r|jl|java|kt|kts|scala|groovy|gradle|go|rs|c|h|cc|cpp|cxx|hpp|cs|fs|vb|swift|m|mm|dart|ex|exs|erl|hs|clj|elm|ml|sh|bash|zsh|fish|ps1|bat|cmd|sql|graphql|proto|tex|bib|rst|adoc|org|ics|vcf|eml|srt|vtt|diff|patch|lock|gitignore|editorconfig)$|^(?:dockerfile|makefile|readme|license|changelog)$/i;

/** Whether the name or type says that a file is text. */
export const isMeantAsText = (name: string, contentType: string): boolean =>
  classifyContent(name, contentType) === 'text';

function classifyContent(name: string, contentType: string): 'text' | 'binary' | 'unknown' {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (TEXT_TYPES.test(type) || TEXT_NAMES.test(name)) return 'text';
  return BINARY_TYPES.test(type) ? 'binary' : 'unknown';
}

function decode(bytes: Uint8Array): string | undefined {
  // A zero byte is valid UTF-8 but not text; UTF-16 contains many.
  if (bytes.includes(0)) return undefined;
  try {
    // Keep the byte order mark, so that a file that is written back does not lose it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The number of bytes at the start that continue an earlier character. */
function leadingContinuation(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && isContinuation(bytes[count])) count++;
  return count;
}

/** The number of bytes at the end that begin an incomplete character. */
function trailingIncomplete(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
