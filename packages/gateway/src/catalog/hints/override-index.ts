import type { Override } from '@toolmark/api-contract';
import { indexPlaces, type PlaceIndex } from '../../model/tool-places.ts';

/** The overrides of a tool, most specific first; equal ones of the config first. */
export const indexOverrides = (overrides: readonly Override[]): PlaceIndex<Override> =>
  indexPlaces(overrides, (one, other) => Number(other.origin === 'config') - Number(one.origin === 'config'));
