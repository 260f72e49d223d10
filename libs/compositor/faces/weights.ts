import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isMissing } from '../models/runtime.js';

/** Numbers of a network, in the order of their dimensions: `values` in steps of `scale` from `min` on. */
export interface Weight {
  readonly dims: readonly number[];
  readonly values: Uint8Array | Float32Array;
  readonly scale: number;
  readonly min: number;
}

export type Weights = ReadonlyMap<string, Weight>;

/** Its file of weights is used, and none of its code: that needs TensorFlow.js. */
const PACKAGE = '@vladmandic/face-api';
const MODEL = 'ssd_mobilenetv1_model';

interface Entry {
  readonly name: string;
  readonly shape: readonly number[];
  /** One byte for each number, in steps of `scale` from `min` on; without it, four bytes for each. */
  readonly quantization?: { readonly scale: number; readonly min: number };
}

/** Null if the optional package is not installed. */
export async function readWeights(): Promise<Weights | null> {
  const { resolve } = createRequire(import.meta.url);
  try {
    const manifest = await readFile(resolve(`${PACKAGE}/model/${MODEL}-weights_manifest.json`), 'utf8');
    const bytes = await readFile(resolve(`${PACKAGE}/model/${MODEL}.bin`));
    return weightsIn(JSON.parse(manifest) as readonly [{ readonly weights: readonly Entry[] }], bytes);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function weightsIn([{ weights }]: readonly [{ readonly weights: readonly Entry[] }], bytes: Buffer): Weights {
  const found = new Map<string, Weight>();
  let at = 0;
  for (const { name, shape, quantization } of weights) {
    const length = shape.reduce((product, side) => product * side, 1) * (quantization ? 1 : 4);
    const part = bytes.subarray(at, at + length);
    const values = quantization ? part : new Float32Array(Uint8Array.from(part).buffer);
    found.set(name, { dims: shape, values, scale: quantization?.scale ?? 1, min: quantization?.min ?? 0 });
    at += length;
  }
  return found;
}

export const numbersOf = ({ values, scale, min }: Weight): Float32Array =>
  Float32Array.from(values, (value) => value * scale + min);
