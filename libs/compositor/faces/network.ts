import { FLOAT, input, node, onnxFile, output, type Pieces, tensor } from '../models/onnx-file.js';
import { numbersOf, type Weight, type Weights } from './weights.js';

/** Of the square input. */
export const INPUT_SIDE = 512;
export const INPUT = 'image';

/** The network looks for faces on maps of six sizes; each map has an output for boxes and one for scores. */
export const MAPS = 6;
export const boxesOf = (map: number): string => `boxes${map}`;
export const scoresOf = (map: number): string => `scores${map}`;

const LAYERS = 13;
/** Layers that halve the map, and the one whose map is the largest that is looked at. */
const HALVING: ReadonlySet<number> = new Set([2, 4, 6, 12]);
const LARGEST = 11;
/** Of the normalisation of each channel. */
const EPSILON = 0.001;

/** A filter with its bias: height x width x channels in x channels out. */
interface Filter {
  readonly filter: Weight;
  readonly bias: Float32Array;
}

/**
 * An SSD with a MobileNet as the file of a runtime for ONNX. The weights come from TensorFlow: its order of dimensions
 * and its normalisation are changed to those of ONNX.
 */
export function faceNetwork(weights: Weights): Buffer {
  const network = new Network(weights);
  let map = network.pointwise(INPUT, 'MobilenetV1/Conv2d_0_pointwise', 2);
  const maps: string[] = [];
  for (let layer = 1; layer <= LAYERS; layer += 1) {
    map = network.depthwise(map, `MobilenetV1/Conv2d_${layer}_depthwise`, HALVING.has(layer) ? 2 : 1);
    map = network.pointwise(map, `MobilenetV1/Conv2d_${layer}_pointwise`, 1);
    if (layer === LARGEST) maps.push(map);
  }
  maps.push(map);
  for (let layer = 0; maps.length < MAPS; layer += 2) {
    map = network.pointwise(map, `Prediction/Conv2d_${layer}_pointwise`, 1);
    map = network.pointwise(map, `Prediction/Conv2d_${layer + 1}_pointwise`, 2);
    maps.push(map);
  }
  maps.forEach((name, index) => {
    network.predict(name, `Prediction/BoxPredictor_${index}/BoxEncodingPredictor`, boxesOf(index));
    network.predict(name, `Prediction/BoxPredictor_${index}/ClassPredictor`, scoresOf(index));
  });
  return network.file();
}

class Network {
  private readonly parts: Pieces[] = [input(INPUT, [1, 3, INPUT_SIDE, INPUT_SIDE])];

  constructor(private readonly weights: Weights) {}

  pointwise(from: string, name: string, stride: number): string {
    const filter = this.weight(`${name}/weights`);
    const bias = numbersOf(this.weight(`${name}/convolution_bn_offset`));
    return this.clipped(this.convolve(from, name, { filter, bias }, stride));
  }

  depthwise(from: string, name: string, stride: number): string {
    const filter = this.weight(`${name}/depthwise_weights`);
    const [gamma, beta, mean, variance] = ['gamma', 'beta', 'moving_mean', 'moving_variance'].map((part) =>
      numbersOf(this.weight(`${name}/BatchNorm/${part}`)),
    );
    const scale = (channel: number): number =>
      (gamma?.[channel] ?? 1) / Math.sqrt((variance?.[channel] ?? 1) + EPSILON);
    const channels = filter.dims[2] ?? 1;
    const values = numbersOf(filter).map((value, index) => value * scale(index % channels));
    const bias = Float32Array.from(
      { length: channels },
      (_, channel) => (beta?.[channel] ?? 0) - (mean?.[channel] ?? 0) * scale(channel),
    );
    return this.clipped(
      this.convolve(from, name, { filter: { ...filter, values, scale: 1, min: 0 }, bias }, stride, channels),
    );
  }

  predict(from: string, name: string, to: string): void {
    const filter = this.weight(`${name}/weights`);
    const bias = numbersOf(this.weight(`${name}/biases`));
    this.convolve(from, to, { filter, bias }, 1);
    this.parts.push(output(to));
  }

  file = (): Buffer => onnxFile(...this.parts);

  private weight(name: string): Weight {
    const found = this.weights.get(name);
    if (!found) throw new Error(`the face detector has no weights "${name}"`);
    return found;
  }

  private convolve(from: string, to: string, { filter, bias }: Filter, stride: number, group = 1): string {
    this.store(`${to}/filter`, group === 1 ? outputsFirst(filter) : channelsFirst(filter));
    const attributes = { auto_pad: 'SAME_UPPER', strides: [stride, stride], group };
    this.parts.push(
      tensor(`${to}/bias`, [bias.length], bias),
      node('Conv', [from, `${to}/filter`, `${to}/bias`], to, attributes),
    );
    return to;
  }

  /** Bytes stay bytes in the file, a quarter of the size; the runtime makes numbers of them when it loads it. */
  private store(name: string, { dims, values, scale, min }: Weight): void {
    if (values instanceof Float32Array) return void this.parts.push(tensor(name, dims, values));
    this.parts.push(
      tensor(`${name}/bytes`, dims, values),
      tensor(`${name}/scale`, [1], Float32Array.of(scale)),
      tensor(`${name}/min`, [1], Float32Array.of(min)),
      node('Cast', [`${name}/bytes`], `${name}/steps`, { to: FLOAT }),
      node('Mul', [`${name}/steps`, `${name}/scale`], `${name}/scaled`),
      node('Add', [`${name}/scaled`, `${name}/min`], name),
    );
  }

  private clipped(from: string): string {
    this.parts.push(node('Clip', [from], `${from}/clipped`, { min: { float: 0 }, max: { float: 6 } }));
    return `${from}/clipped`;
  }
}

/** Height x width x in x out becomes out x in x height x width. */
function outputsFirst(weight: Weight): Weight {
  const { dims, values } = weight;
  const [height = 1, width = 1, channels = 1, outputs = 1] = dims;
  const area = height * width;
  const turned = values instanceof Float32Array ? new Float32Array(values.length) : new Uint8Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const out = index % outputs;
    const rest = Math.floor(index / outputs);
    const channel = rest % channels;
    turned[(out * channels + channel) * area + Math.floor(rest / channels)] = values[index] ?? 0;
  }
  return { ...weight, dims: [outputs, channels, height, width], values: turned };
}

/** A filter of its own for each channel: height x width x channels x 1 becomes channels x 1 x height x width. */
function channelsFirst(weight: Weight): Weight {
  const [height = 1, width = 1, channels = 1] = weight.dims;
  return outputsFirst({ ...weight, dims: [height, width, 1, channels] });
}
