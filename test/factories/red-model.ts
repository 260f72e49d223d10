import sharp from 'sharp';

/**
 * The ONNX weights of a model that marks what is redder than green: a convolution of 1 x 1 with 20, -20 and 0, a bias
 * of -6, and a sigmoid, for 96 x 96 pixels.
 */
export const RED_MODEL = Buffer.from(
  'CAg6uAEKIQoFaW1hZ2UKB3dlaWdodHMKBGJpYXMSA3JhdyIEQ29udgoUCgNyYXcSBG1hc2siB1NpZ21vaWQqIQgBCAMIAQgBEAFC' +
    'B3dlaWdodHNKDAAAoEEAAKDBAAAAACoQCAEQAUIEYmlhc0oEAADAwFofCgVpbWFnZRIWChQIARIQCgIIAQoCCAMKAghgCgIIYGIe' +
    'CgRtYXNrEhYKFAgBEhAKAggBCgIIAQoCCGAKAghgEgduZXR3b3JrQgQKABAK',
  'base64',
);

/** The greens of the leaves, which no brand of a test has. */
export const GREENS = ['#4f6f5a', '#2d4636'] as const;
const LEAVES = Array.from(
  { length: 80 },
  (_, at) => `<circle cx="${(at * 83) % 480}" cy="${(at * 59) % 360}" r="20" fill="${GREENS[at % 2 ? 0 : 1]}"/>`,
).join('');

/** A disc among leaves, in 480 x 360: only a model can cut it out. */
export function discAmongLeaves(red: string): Promise<Buffer> {
  const disc = `<circle cx="240" cy="180" r="100" fill="${red}"/>`;
  const drawing = `<rect width="480" height="360" fill="#3b5a49"/>${LEAVES}${disc}`;
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">${drawing}</svg>`))
    .png()
    .toBuffer();
}
