export { withDisorder } from './disorder.js';
export { generateStoreHistory } from './generate.js';
export type { StoreHistory } from './history.js';
export { expectedFacts, segmentMembers, type SegmentRule } from './oracle.js';
export { OrdersCsvError, readOrdersCsv } from './orders-csv.js';
