/** One content block of a tool's result, prepared for rendering. */
export type ResultPart =
  | { readonly kind: 'text'; readonly text: string; readonly json?: unknown; readonly note: string }
  | { readonly kind: 'media'; readonly of: 'image' | 'audio'; readonly file: MediaFile; readonly note: string }
  | { readonly kind: 'resource'; readonly uri: string; readonly content: ResourceContent; readonly note: string }
  | {
      readonly kind: 'link';
      readonly uri: string;
      readonly title: string;
      readonly tells: readonly string[];
      readonly note: string;
    }
  | { readonly kind: 'other'; readonly value: unknown; readonly why: string };

/** Bytes that arrived as base64. */
export interface MediaFile {
  readonly mimeType: string;
  readonly bytes: number;
  /** A data URL that is safe to render; absent if the type is not on the list of safe ones. */
  readonly shownAs?: string;
  /** A data URL for saving, of type application/octet-stream, so that nothing opens it automatically. */
  readonly savedAs: string;
}

type ResourceContent =
  | { readonly kind: 'text'; readonly mimeType: string; readonly text: string; readonly json?: unknown }
  | { readonly kind: 'file'; readonly of: 'image' | 'audio' | 'bytes'; readonly file: MediaFile };

/** A call's outcome, prepared for rendering. */
export type ReadResult =
  | { readonly kind: 'error'; readonly code: number | null; readonly message: string; readonly data?: unknown }
  | {
      readonly kind: 'result';
      readonly isError: boolean;
      readonly parts: readonly ResultPart[];
      readonly structured?: unknown;
      /** Whether a text block only repeats `structured`; that block is left out of the parts. */
      readonly isRepeated: boolean;
    }
  | { readonly kind: 'other'; readonly value: unknown };

/** Longer texts are not parsed as JSON, to keep the page responsive. */
const MAX_JSON = 1_000_000;

/** Image types that run no scripts. An SVG in an <img> runs no script and loads nothing. */
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp', 'image/svg+xml'];
const AUDIO = [
  'audio/mpeg',
  'audio/mp3',
  'audio/mp4',
  'audio/aac',
  'audio/ogg',
  'audio/opus',
  'audio/wav',
  'audio/wave',
  'audio/x-wav',
  'audio/webm',
  'audio/flac',
];

/**
 * Reads the outcome of a call: an MCP result, a JSON-RPC error, or either of them wrapped in a reply. Anything else is
 * kept as it is.
 *
 * @example
 * readResult({ content: [{ type: 'text', text: 'Done.' }] }) // one part of kind 'text'
 */
export function readResult(value: unknown): ReadResult {
  if (!isObject(value)) return { kind: 'other', value };
  if (isObject(value['error']) && !('content' in value)) return readResult(value['error']);
  if (isObject(value['result']) && !('content' in value)) return readResult(value['result']);
  if (typeof value['message'] === 'string' && !('content' in value)) {
    const { code, message, data } = value;
    return {
      kind: 'error',
      code: typeof code === 'number' ? code : null,
      message,
      ...(data !== undefined && data !== null && { data }),
    };
  }
  const content = value['content'];
  const structured = value['structuredContent'];
  if (!Array.isArray(content) && structured === undefined) return { kind: 'other', value };
  const parts = (Array.isArray(content) ? content : []).map(toPart);
  const rest = structured === undefined ? parts : parts.filter((part) => !isSame(part, structured));
  return {
    kind: 'result',
    isError: value['isError'] === true,
    parts: rest,
    ...(structured !== undefined && { structured }),
    isRepeated: rest.length < parts.length,
  };
}

function toPart(block: unknown): ResultPart {
  if (!isObject(block)) return { kind: 'other', value: block, why: 'This is not an MCP content block.' };
  const note = noteOf(block['annotations']);
  switch (block['type']) {
    case 'text':
      if (typeof block['text'] === 'string')
        return { kind: 'text', text: block['text'], ...jsonOf(block['text']), note };
      break;
    case 'image':
    case 'audio': {
      const file = toFile(block['data'], block['mimeType']);
      if (file === undefined)
        return { kind: 'other', value: block, why: `The data of this ${block['type']} is not base64.` };
      return { kind: 'media', of: block['type'], file, note };
    }
    case 'resource': {
      const content = isObject(block['resource']) ? toContent(block['resource']) : undefined;
      if (content !== undefined && isObject(block['resource']))
        return { kind: 'resource', uri: asText(block['resource']['uri']), content, note };
      break;
    }
    case 'resource_link':
      return toLink(block, note);
  }
  return { kind: 'other', value: block, why: 'Content of an unknown type.' };
}

function toContent(resource: Readonly<Record<string, unknown>>): ResourceContent | undefined {
  const { text, blob } = resource;
  const mimeType = asText(resource['mimeType']);
  if (typeof text === 'string') return { kind: 'text', mimeType, text, ...jsonOf(text) };
  const file = toFile(blob, mimeType);
  if (file === undefined) return undefined;
  const [type] = file.mimeType.split('/');
  return { kind: 'file', of: file.shownAs === undefined ? 'bytes' : type === 'image' ? 'image' : 'audio', file };
}

function toLink(block: Readonly<Record<string, unknown>>, note: string): ResultPart {
  const name = asText(block['name']);
  const size = block['size'];
  const tells = [
    asText(block['description']),
    asText(block['mimeType']),
    typeof size === 'number' ? `${size} bytes` : '',
  ];
  return {
    kind: 'link',
    uri: asText(block['uri']),
    title: asText(block['title']) || name || 'Resource',
    tells: tells.filter((one) => one !== ''),
    note,
  };
}

/**
 * Decodes base64 into a file. The type comes from our list and never from the tool.
 *
 * @example
 * toFile('aGk=', 'image/png')?.shownAs // 'data:image/png;base64,aGk='
 */
export function toFile(data: unknown, mimeType: unknown): MediaFile | undefined {
  if (typeof data !== 'string') return undefined;
  const base64 = data.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined;
  const said = asText(mimeType);
  const essence = (said.split(';')[0] ?? '').trim().toLowerCase();
  const known = [...IMAGES, ...AUDIO].find((one) => one === essence);
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return {
    mimeType: said || 'unknown kind',
    bytes: Math.max(0, Math.floor((base64.length * 3) / 4) - padding),
    ...(known !== undefined && { shownAs: `data:${known};base64,${base64}` }),
    savedAs: `data:application/octet-stream;base64,${base64}`,
  };
}

/**
 * A file name derived from a URI.
 *
 * @example
 * fileName('note://a/b/report.pdf?x=1', 'result') // 'report.pdf'
 */
export function fileName(uri: string, otherwise: string): string {
  const last =
    uri
      .split(/[?#]/)[0]
      ?.split('/')
      .findLast((one) => one !== '') ?? '';
  const safe = last
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80);
  return safe || otherwise;
}

function jsonOf(text: string): { readonly json?: unknown } {
  const start = text.trimStart().slice(0, 1);
  if ((start !== '{' && start !== '[') || text.length > MAX_JSON) return {};
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return {};
  }
}

/** Servers repeat structured content as text, for clients that support only text. */
function isSame(part: ResultPart, structured: unknown): boolean {
  if (part.kind !== 'text' || part.json === undefined) return false;
  try {
    return JSON.stringify(part.json) === JSON.stringify(structured);
  } catch {
    // Nested deeper than the stack: show both.
    return false;
  }
}

function noteOf(annotations: unknown): string {
  if (!isObject(annotations)) return '';
  const { audience, priority, lastModified } = annotations;
  return [
    Array.isArray(audience) && audience.length > 0 ? `for ${audience.map(asText).filter(Boolean).join(' and ')}` : '',
    typeof priority === 'number' ? `priority ${priority}` : '',
    typeof lastModified === 'string' ? `modified ${lastModified}` : '',
  ]
    .filter((one) => one !== '')
    .join(' · ');
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
