export interface Size {
  readonly width: number;
  readonly height: number;
}

const FIXED: readonly Size[] = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
  { width: 1024, height: 1536 },
];
/** These models support three sizes; later models support any size that is divisible by 16. */
const FIXED_MODELS = /^(?:gpt-image-1|chatgpt-image|dall-e)/;

const STEP = 16;
const LONGEST_RATIO = 3;
/** Images below about one megapixel lose detail; sizes above 2560x1440 are experimental. */
const FEWEST_PIXELS = 1_048_576;
const MOST_PIXELS = 2560 * 1440;

/**
 * The size to request from a model, so that an image of the wanted size can be cut and scaled from the result.
 * Source: the sizes in the documentation of the `openai` package.
 */
export function supportedSize(model: string, wanted: Size): Size {
  return FIXED_MODELS.test(model) ? nearestFixed(wanted) : freeSize(wanted);
}

function nearestFixed(wanted: Size): Size {
  const distance = (size: Size): number => Math.abs(Math.log(ratioOf(size) / ratioOf(wanted)));
  return FIXED.reduce((best, size) => (distance(size) < distance(best) ? size : best));
}

function freeSize(wanted: Size): Size {
  const ratio = Math.min(Math.max(ratioOf(wanted), 1 / LONGEST_RATIO), LONGEST_RATIO);
  const pixels = Math.min(Math.max(wanted.width * wanted.height, FEWEST_PIXELS), MOST_PIXELS);
  const width = Math.max(STEP, Math.round(Math.sqrt(pixels * ratio) / STEP) * STEP);
  const height = Math.max(STEP, Math.round(Math.sqrt(pixels / ratio) / STEP) * STEP);
  // Rounding may have exceeded the ratio by less than one step.
  return {
    width: Math.min(width, height * LONGEST_RATIO),
    height: Math.min(height, width * LONGEST_RATIO),
  };
}

const ratioOf = ({ width, height }: Size): number => width / height;
