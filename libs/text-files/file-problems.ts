export const tooLarge = (megabytes: number): string => `The file is larger than ${megabytes} MB after decompression.`;
export const tooPacked = (times: number): string =>
  `The file is more than ${times} times as large after decompression.`;
export const BROKEN_GZIP = 'The file is not a complete gzip file.';

/** The codes of these problems, and how their texts read. Named groups are the values. */
export const FILE_PROBLEMS = [
  ['too_large', /^The file is larger than (?<megabytes>\d+) MB after decompression\.$/],
  ['too_packed', /^The file is more than (?<times>\d+) times as large after decompression\.$/],
  ['broken_gzip', /^The file is not a complete gzip file\.$/],
] as const;
