export { withDisorder } from './disorder.js';
export { generateShopHistory } from './generate.js';
export type { ShopHistory } from './history.js';
export { expectedFacts, segmentMembers, type SegmentRule } from './oracle.js';
export { OrdersCsvError, readOrdersCsv } from './orders-csv.js';
