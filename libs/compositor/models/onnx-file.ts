/** Field numbers and types of the ONNX format (a protocol buffer) that a network of convolutions needs. */
export const FLOAT = 1;
const BYTE = 2;
const ATTRIBUTE = { float: 1, int: 2, string: 3, ints: 7 } as const;
/** Of the format, and of the set of operations in which `Clip` has its limits as attributes. */
const FORMAT_VERSION = 8;
const OPERATIONS_VERSION = 10;

export type Attribute = number | string | readonly number[] | { readonly float: number };

function variable(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    bytes.push(left < 128 ? left : (left % 128) + 128);
    if (left < 128) return Buffer.from(bytes);
  }
}

/** Bytes in pieces: weights have megabytes, and each copy of them would stay in the memory of a thread. */
export type Pieces = readonly Buffer[];

const number = (field: number, value: number): Buffer => Buffer.concat([variable(field * 8), variable(value)]);

function part(field: number, ...content: readonly (Buffer | Pieces | string)[]): Pieces {
  const pieces = content.flatMap((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return [Buffer.concat([variable(field * 8 + 2), variable(length)]), ...pieces];
}

function float(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([variable(field * 8 + 5), bytes]);
}

function attribute(name: string, value: Attribute): Pieces {
  const typed = (type: number, ...content: readonly (Buffer | Pieces)[]) =>
    part(5, part(1, name), ...content, number(20, type));
  if (typeof value === 'number') return typed(ATTRIBUTE.int, number(3, value));
  if (typeof value === 'string') return typed(ATTRIBUTE.string, part(4, value));
  if ('float' in value) return typed(ATTRIBUTE.float, float(2, value.float));
  return typed(ATTRIBUTE.ints, ...value.map((item) => number(8, item)));
}

/** Numbers that belong to a network: the file of its weights. */
export function tensor(name: string, dims: readonly number[], values: Float32Array | Uint8Array): Pieces {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  const type = values instanceof Float32Array ? FLOAT : BYTE;
  return part(5, ...dims.map((dim) => number(1, dim)), number(2, type), part(8, name), part(9, bytes));
}

export const node = (
  operation: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, Attribute>> = {},
): Pieces =>
  part(
    1,
    ...inputs.map((input) => part(1, input)),
    part(2, output),
    part(4, operation),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
  );

const typed = (name: string, dims: readonly number[]): Pieces => {
  const shape = dims.length > 0 ? [part(2, ...dims.map((dim) => part(1, number(1, dim))))] : [];
  return [...part(1, name), ...part(2, part(1, number(1, FLOAT), ...shape))];
};

/** An input and an output of a network. Without dimensions, the runtime finds them out. */
export const input = (name: string, dims: readonly number[]): Pieces => part(11, typed(name, dims));
export const output = (name: string, dims: readonly number[] = []): Pieces => part(12, typed(name, dims));

/** A file of tensors, nodes (in the order of their work), inputs and outputs. */
export const onnxFile = (...graph: readonly Pieces[]): Buffer =>
  Buffer.concat([
    number(1, FORMAT_VERSION),
    ...part(7, ...graph, part(2, 'network')),
    ...part(8, part(1, ''), number(2, OPERATIONS_VERSION)),
  ]);
