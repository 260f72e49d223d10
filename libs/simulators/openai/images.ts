const FORMATS = new Set(['png', 'jpeg', 'webp']);
const WITH_FIDELITY = /^gpt-image-1(?!-mini)/;
const FIXED = new Set(['1024x1024', '1536x1024', '1024x1536', 'auto']);

export interface ImageCall {
  readonly model: string;
  readonly prompt: string;
  readonly size: string;
  readonly n: number;
  readonly outputFormat: string;
  /** The images of an edit. */
  readonly references: readonly { readonly name: string; readonly bytes: Buffer }[];
  /** Transparent where the first image is to be painted. */
  readonly mask?: Buffer;
  readonly inputFidelity?: string;
}

/** The reason for which the service would refuse the call, or undefined. */
export function imageMistake({ model, prompt, size, n, outputFormat, inputFidelity }: ImageCall): string | undefined {
  if (!model) return "Missing required parameter: 'model'.";
  if (!prompt) return "Missing required parameter: 'prompt'.";
  if (prompt.length > 32_000) return "Invalid 'prompt': string too long.";
  if (!Number.isInteger(n) || n < 1 || n > 10) return "Invalid 'n': must be between 1 and 10.";
  if (!FORMATS.has(outputFormat)) return "Invalid value for 'output_format'.";
  if (inputFidelity !== undefined && !WITH_FIDELITY.test(model)) {
    return `The model '${model}' does not support the 'input_fidelity' parameter.`;
  }
  return FIXED.has(size) || isFreeSize(model, size) ? undefined : `Invalid value: '${size}' for 'size'.`;
}

/**
 * Models from gpt-image-2 on accept any size with both sides divisible by 16, a ratio from 1:3 to 3:1, and between
 * 655,360 and 3840 * 2160 pixels.
 */
function isFreeSize(model: string, size: string): boolean {
  const [, width = 0, height = 0] = (/^(\d{2,4})x(\d{2,4})$/.exec(size) ?? []).map(Number);
  const ratio = width / height;
  return (
    !model.startsWith('gpt-image-1') &&
    width % 16 === 0 &&
    height % 16 === 0 &&
    ratio >= 1 / 3 &&
    ratio <= 3 &&
    width * height >= 655_360 &&
    width * height <= 3840 * 2160
  );
}
