import type { Override } from '@toolmark/api-contract';
import { indexPlaces, type PlaceIndex } from '../../model/tool-places.ts';

/** Which overrides are meant for a tool, the one that counts most first; of equals the config's. */
export const indexOverrides = (overrides: readonly Override[]): PlaceIndex<Override> =>
  indexPlaces(overrides, (one, other) => Number(other.origin === 'config') - Number(one.origin === 'config'));
