import type { Body } from '../entry.ts';
import { decodeBody, encodeBody } from './body-codec.ts';

/** The columns of a body: its encoded text, NULL without a body, and what is known about the whole. */
export type BodyColumns<Name extends string, Text = Uint8Array | null> = Record<Name, Text> &
  Record<`${Name}_${(typeof PROPERTIES)[number]}`, number>;

const PROPERTIES = ['encoding', 'bytes', 'cut', 'redactions'] as const;

/**
 * @example
 * bodyColumnsOf('others') // ['others', 'others_encoding', 'others_bytes', 'others_cut', 'others_redactions']
 */
export function bodyColumnsOf<const Name extends string>(name: Name): readonly (keyof BodyColumns<Name>)[] {
  return [name, ...PROPERTIES.map((property): keyof BodyColumns<Name> => `${name}_${property}`)];
}

export function toBodyColumns<const Name extends string>(name: Name, body: Body): BodyColumns<Name, Uint8Array>;
export function toBodyColumns<const Name extends string>(name: Name, body: Body | null | undefined): BodyColumns<Name>;
export function toBodyColumns<const Name extends string>(name: Name, body: Body | null | undefined): BodyColumns<Name> {
  const { bytes, encoding } = body == null ? { bytes: null, encoding: 0 } : encodeBody(body.text);
  const columns = {
    [name]: bytes,
    [`${name}_encoding`]: encoding,
    [`${name}_bytes`]: body?.bytes ?? 0,
    [`${name}_cut`]: body?.isCut === true ? 1 : 0,
    [`${name}_redactions`]: body?.redactions ?? 0,
  };
  // TypeScript types computed keys as `string`.
  return columns as BodyColumns<Name>;
}

/** A row of a left join, whose columns are all NULL if the call has no bodies. */
type Joined<Columns> = { readonly [Column in keyof Columns]: Columns[Column] | null };

/** Returns `null` without a body. Throws on damaged bytes. */
export function fromBodyColumns<const Name extends string>(name: Name, row: BodyColumns<Name, Uint8Array>): Body;
export function fromBodyColumns<const Name extends string>(name: Name, row: Joined<BodyColumns<Name>>): Body | null;
export function fromBodyColumns<const Name extends string>(name: Name, row: Joined<BodyColumns<Name>>): Body | null {
  // TypeScript does not resolve computed keys of a generic type.
  const columns = row as Readonly<Record<string, Uint8Array | number | null>>;
  const bytes = columns[name];
  if (!(bytes instanceof Uint8Array)) return null;
  const numberAt = (property: (typeof PROPERTIES)[number]): number => Number(columns[`${name}_${property}`] ?? 0);
  return {
    text: decodeBody(bytes, numberAt('encoding')),
    bytes: numberAt('bytes'),
    isCut: numberAt('cut') === 1,
    redactions: numberAt('redactions'),
  };
}
