import type { BenchOptions } from '../support/options.js';
import type { Stores } from '../support/stores.js';

export function benchDrain(_stores: Stores, _options: BenchOptions): Promise<object> {
  return Promise.resolve({});
}
