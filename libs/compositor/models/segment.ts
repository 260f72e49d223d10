import { openImage, toRaw } from '../image/open.js';
import { prepareProduct } from '../product/prepare.js';
import type { RawImage } from '../types.js';
import { type ProductCut, surenessOf } from '../product/cut-by-mask.js';

/** A segmentation model in ONNX form: one image in, one mask of the same size out. */
export interface CutoutModel {
  /** Of the weights. */
  readonly path: string;
  /** What is taken from red, green and blue, as fractions, before they are divided by `deviation`. */
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** Side of the square input of a model that takes any size. */
const SIDE = 1024;

/** The parts of the optional package that are used. */
interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}
interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputMetadata: readonly { readonly shape?: readonly (number | string)[] }[];
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}
interface Runtime {
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

/** Optional, so its name is not known to the compiler: an install may have left it out. */
const PACKAGE: string = 'onnxruntime-node';

let loaded: { readonly path: string; readonly session: Promise<Session>; readonly runtime: Runtime } | undefined;

/**
 * The cut of a photograph that can't be cut without a model; null for one that can.
 * @throws CompositionError as `inspectImage`
 * @throws Error the package or the weights are missing, or the model has another form
 */
export async function segmentProduct(bytes: Uint8Array, model: CutoutModel): Promise<ProductCut | null> {
  const { form } = await prepareProduct(bytes);
  if (form === 'cutout') return null;
  const { session, runtime } = await load(model.path);
  const [height, width] = inputSize(await session);
  const image = await openImage(bytes);
  const pixels = await toRaw(image.pixels().flatten({ background: '#ffffff' }).resize(width, height, { fit: 'fill' }));
  const mask = await maskOf(await session, runtime, pixels, model);
  return { mask, confidence: surenessOf(mask) };
}

async function load(path: string) {
  if (loaded?.path === path) return loaded;
  const runtime = (await import(PACKAGE)) as Runtime;
  // One core, and no memory that is kept for the next image.
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false };
  loaded = { path, runtime, session: runtime.InferenceSession.create(path, options) };
  loaded.session.catch(() => (loaded = undefined));
  return loaded;
}

function inputSize({ inputMetadata }: Session): [height: number, width: number] {
  const [, , height, width] = inputMetadata[0]?.shape ?? [];
  const side = (length: number | string | undefined): number =>
    typeof length === 'number' && length > 0 ? length : SIDE;
  return [side(height), side(width)];
}

async function maskOf(session: Session, { Tensor }: Runtime, image: RawImage, model: CutoutModel) {
  const { width, height } = image;
  const input = new Tensor('float32', planesOf(image, model), [1, 3, height, width]);
  const [name = ''] = session.inputNames;
  const answer = await session.run({ [name]: input });
  // Some models add coarser masks after the first one.
  const output = answer[session.outputNames[0] ?? ''];
  const [across, down] = [output?.dims.at(-1) ?? 0, output?.dims.at(-2) ?? 0];
  if (!output || across * down === 0 || output.data.length !== across * down) {
    throw new Error(`the model answers with ${output?.dims.join(' x ')}, not with one mask`);
  }
  return { width: across, height: down, data: bytesOf(output.data) };
}

/** All red values, then all green ones, then all blue ones. */
function planesOf({ width, height, data }: RawImage, { mean, deviation }: CutoutModel): Float32Array {
  const size = width * height;
  const planes = new Float32Array(size * 3);
  for (let index = 0; index < size; index += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (data[index * 4 + channel] ?? 0) / 255;
      planes[channel * size + index] = (value - (mean[channel] ?? 0)) / (deviation[channel] ?? 1);
    }
  }
  return planes;
}

/** Shares from 0 to 1 as bytes. A model without a last sigmoid answers with any numbers: then it is applied here. */
function bytesOf(values: Float32Array): Buffer {
  const isShare = values.every((value) => value >= -0.01 && value <= 1.01);
  const share = (value: number): number => (isShare ? value : 1 / (1 + Math.exp(-value)));
  return Buffer.from(values.map((value) => Math.round(Math.max(0, Math.min(1, share(value))) * 255)));
}
