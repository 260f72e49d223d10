import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isMissing } from '../models/runtime.js';

/** Numbers of a network, in the order of their dimensions. */
export interface Weight {
  readonly dims: readonly number[];
  readonly values: Float32Array;
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
    const values = new Float32Array(shape.reduce((product, length) => product * length, 1));
    for (let index = 0; index < values.length; index += 1) {
      values[index] = quantization
        ? (bytes[at + index] ?? 0) * quantization.scale + quantization.min
        : bytes.readFloatLE(at + index * 4);
    }
    at += values.length * (quantization ? 1 : 4);
    found.set(name, { dims: shape, values });
  }
  return found;
}
