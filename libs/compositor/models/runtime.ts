/** The parts of the optional package that are used. */
export interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputMetadata: readonly { readonly shape?: readonly (number | string)[] }[];
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  /** Gives its memory back. */
  release(): Promise<void>;
}

export interface Runtime {
  readonly InferenceSession: { create(model: string | Uint8Array, options: object): Promise<Session> };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

/** Optional, so its name is not known to the compiler: an install may have left it out. */
const PACKAGE: string = 'onnxruntime-node';

/** One core, and no memory that is kept for the next image. */
const OPTIONS = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false };

/** An open model, with what makes its inputs. */
export interface OpenModel {
  readonly session: Session;
  readonly runtime: Runtime;
}

/**
 * @param model the path of an ONNX file, or its bytes
 * @throws Error the package is missing, or the model can't be read
 */
export async function openModel(model: string | Uint8Array): Promise<OpenModel> {
  const runtime = (await import(PACKAGE)) as Runtime;
  return { runtime, session: await runtime.InferenceSession.create(model, OPTIONS) };
}

const MISSING: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED']);

/** Whether an error says that an optional package is not installed, or not for this system. */
export const isMissing = (error: unknown): boolean => MISSING.has((error as { code?: unknown }).code);
