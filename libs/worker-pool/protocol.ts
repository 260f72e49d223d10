import type { ThrownInThread } from './pool-error.js';

/** Message from the pool to its thread: one task at a time. */
export interface TaskMessage {
  readonly task: string;
  readonly args: readonly unknown[];
}

/** Message from the thread: one when it has loaded its code, then one per task. */
export type ThreadMessage =
  { readonly ready: true } | { readonly result: unknown } | { readonly error: ThrownInThread };

/** The data that a thread gets at its start. */
export interface ThreadData {
  readonly niceness: number;
}

/**
 * Maps every `Uint8Array` in lists and plain objects, in place: the value of a message is a clone that nobody else has.
 * It is needed because structured cloning turns a `Buffer` into a `Uint8Array`.
 */
export function mapBytes(value: unknown, map: (bytes: Uint8Array) => Uint8Array): unknown {
  if (value instanceof Uint8Array) return map(value);
  const holder: Record<string, unknown> | undefined =
    isPlainObject(value) || Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  for (const key in holder) {
    const item = holder[key];
    if (typeof item !== 'object' || item === null) continue;
    const mapped = mapBytes(item, map);
    if (mapped !== item) holder[key] = mapped;
  }
  return value;
}

/** A `Buffer` over the same memory. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
