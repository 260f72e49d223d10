export { type Disorder, withDisorder } from './disorder.js';
export { generateShopHistory, type HistoryOptions } from './generate.js';
export type { ShopHistory } from './history.js';
export {
  type ExpectedFacts,
  expectedFacts,
  type OracleSettings,
  segmentCount,
  segmentMembers,
  type SegmentRule,
} from './oracle.js';
export { type CsvHistory, OrdersCsvError, readOrdersCsv } from './orders-csv.js';
export type { IdStyle } from './platform-ids.js';
export { Random } from './random.js';
