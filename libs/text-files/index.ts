export { csvField, csvLine } from './csv-line.js';
export {
  cellsOf,
  commonDelimiterOf,
  type Delimiter,
  DELIMITERS,
  type FileRecord,
  RecordSplitter,
} from './csv-records.js';
export { FILE_PROBLEMS } from './file-problems.js';
export { textOf, UnreadableFileError } from './file-text.js';
