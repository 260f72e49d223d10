import { openImage, toRaw } from '../image/open.js';
import { prepareProduct } from '../product/prepare.js';
import type { RawImage } from '../types.js';
import { type ProductCut, surenessOf } from '../product/cut-by-mask.js';
import { type InputScale, planesOf } from './planes.js';
import { type OpenModel, openModel, type Runtime, type Session } from './runtime.js';

/** A segmentation model in ONNX form: one image in, one mask of the same size out. */
export interface CutoutModel extends InputScale {
  /** Of the weights. */
  readonly path: string;
}

/** Side of the square input of a model that takes any size. */
const SIDE = 1024;

let loaded: { readonly path: string; readonly model: Promise<OpenModel> } | undefined;

/**
 * The cut of a photograph that can't be cut without a model; null for one that can.
 * @throws CompositionError as `inspectImage`
 * @throws Error the package or the weights are missing, or the model has another form
 */
export async function segmentProduct(bytes: Uint8Array, model: CutoutModel): Promise<ProductCut | null> {
  const { form } = await prepareProduct(bytes);
  if (form === 'cutout') return null;
  const { session, runtime } = await load(model.path);
  const [height, width] = inputSize(session);
  const image = await openImage(bytes);
  const pixels = await toRaw(image.pixels().flatten({ background: '#ffffff' }).resize(width, height, { fit: 'fill' }));
  const mask = await maskOf(session, runtime, pixels, model);
  return { mask, confidence: surenessOf(mask) };
}

function load(path: string): Promise<OpenModel> {
  if (loaded?.path === path) return loaded.model;
  const model = openModel(path);
  loaded = { path, model };
  model.catch(() => (loaded = undefined));
  return model;
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

/** Shares from 0 to 1 as bytes. A model without a last sigmoid answers with any numbers: then it is applied here. */
function bytesOf(values: Float32Array): Buffer {
  const isShare = values.every((value) => value >= -0.01 && value <= 1.01);
  const share = (value: number): number => (isShare ? value : 1 / (1 + Math.exp(-value)));
  return Buffer.from(values.map((value) => Math.round(Math.max(0, Math.min(1, share(value))) * 255)));
}
