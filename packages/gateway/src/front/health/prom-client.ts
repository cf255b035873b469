import { createRequire } from 'node:module';
import type * as prom from 'prom-client';

const load = createRequire(import.meta.url);

// The entry of the package also loads its cluster and push code, which costs 8 MB of memory and is not used here.
export const Registry: typeof prom.Registry = load('prom-client/lib/registry');
export const Counter: typeof prom.Counter = load('prom-client/lib/counter');
export const Gauge: typeof prom.Gauge = load('prom-client/lib/gauge');
export const Histogram: typeof prom.Histogram = load('prom-client/lib/histogram');
