import { inspect } from 'node:util';
import type { Protocol } from '../cdp/protocol.ts';

type RemoteObject = Protocol.Runtime.RemoteObject;
type PropertyPreview = Protocol.Runtime.PropertyPreview;

/** Shown for a getter, which is never run for printing. */
export const GETTER = '<getter>';
export const UNINITIALIZED = '<not initialised>';

/** A readable name of a value's type. */
export function typeOf(value: RemoteObject): string {
  if (value.subtype === 'null') return 'null';
  if (value.subtype === 'proxy') return 'Proxy';
  if (value.type !== 'object') return value.type;
  return value.className ?? 'Object';
}

/** Prints a value like Node: strings in quotes, objects with their first few members. */
export function print(value: RemoteObject): string {
  switch (value.type) {
    case 'undefined':
      return 'undefined';
    case 'string':
      return quote(value.value);
    case 'function':
      return printFunction(value.description ?? 'function');
    case 'object':
      return printObject(value);
    default:
      return value.unserializableValue ?? value.description ?? String(value.value);
  }
}

export const quote = (text: unknown): string =>
  inspect(String(text), { breakLength: Number.POSITIVE_INFINITY, maxStringLength: null });

function printObject(value: RemoteObject): string {
  const { subtype, description = 'Object', preview } = value;
  if (subtype === 'null') return 'null';
  // The description of an error is its stack.
  if (subtype === 'error') return description.split(/\n\s+at /, 1)[0] ?? description;
  if (preview === undefined || subtype === 'regexp' || subtype === 'date') return description;
  return printPreview(preview, description);
}

function printPreview(preview: Protocol.Runtime.ObjectPreview, description: string): string {
  const more = preview.overflow ? ['…'] : [];
  if (preview.entries !== undefined) {
    const entries = preview.entries.map(({ key, value }) =>
      key === undefined ? printShort(value) : `${printShort(key)} => ${printShort(value)}`,
    );
    return `${description} {${[...entries, ...more].join(', ')}}`;
  }
  if (preview.subtype === 'array' || preview.subtype === 'typedarray') {
    // All other members are common to every typed array.
    const elements = preview.properties.filter(({ name }) => /^\d+$/.test(name)).map(printProperty);
    const name = description.startsWith('Array(') ? '' : `${description} `;
    return `${name}[${[...elements, ...more].join(', ')}]`;
  }
  const properties = preview.properties.map((property) => `${property.name}: ${printProperty(property)}`);
  return `${description === 'Object' ? '' : `${description} `}{${[...properties, ...more].join(', ')}}`;
}

function printProperty(property: PropertyPreview): string {
  if (property.type === 'accessor') return GETTER;
  if (property.type === 'string') return quote(property.value);
  if (property.type === 'function') return '[Function]';
  return property.value ?? property.type;
}

const printShort = (preview: Protocol.Runtime.ObjectPreview): string =>
  preview.type === 'string' ? quote(preview.description) : (preview.description ?? preview.type);

/** The signature, without the body. */
function printFunction(text: string): string {
  const before = /^(?:class\s[^{]*|.*?\))(?=\s*(?:\{|=>))/s.exec(text);
  const head = (before?.[0] ?? text.split('\n', 1)[0] ?? text).replaceAll(/\s+/g, ' ').trim();
  return head.length > 200 ? `${head.slice(0, 200)}…` : head;
}
