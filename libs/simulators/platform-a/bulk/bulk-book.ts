import { randomBytes } from 'node:crypto';

export type BulkErrorCode = 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT';

export interface SimulatedBulkOperation {
  readonly id: string;
  readonly query: string;
  readonly createdAt: number;
  /** All lines of the result, before a failure cuts them. */
  readonly file: Buffer;
  readonly objects: number;
  readonly roots: number;
  /** Set where the operation fails. */
  readonly failure: { readonly code: BulkErrorCode; readonly share: number } | null;
  readonly signature: string;
}

/** A download of a result. */
export interface BulkDownload {
  readonly id: string;
  /** The first byte that was asked for. */
  readonly from: number;
}

const FIRST_ID = 206_005_076_024;

/** The bulk operations of an app in one store, and how they misbehave. */
export class BulkBook {
  /** Objects that the platform reads in a second. It publishes no figure. */
  objectsPerSecond = Number.POSITIVE_INFINITY;
  /** Operations at once. Since version 2026-01 the platform allows five, before it one. */
  atOnce = 1;
  /** Another app's operation, or one that never ends: no operation begins. */
  busy = false;
  /** Operations under way do not end. */
  holdsBack = false;
  /** The platform refuses bulk operations. */
  refuses = false;
  /** Groups the lines where a document asks for it. */
  groups = true;
  /** Where the results are. Set by the simulator. */
  filesBase = '';
  knowsRanges = true;
  /** A download stops at this byte until it is set to null. */
  stopsAt: number | null = null;
  /** The next download breaks off after this number of bytes. */
  breaksOffAt: number | null = null;
  readonly downloads: BulkDownload[] = [];
  private readonly operations: SimulatedBulkOperation[] = [];
  private readonly failures: NonNullable<SimulatedBulkOperation['failure']>[] = [];
  private readonly signatures = new Set<string>();

  /** The next operation fails after it has read this share of the records. */
  failNext(code: BulkErrorCode, share = 0): void {
    this.failures.push({ code, share });
  }

  /** The addresses of all results end. Operations keep their addresses, as on the platform after a week. */
  expireFiles(): void {
    this.signatures.clear();
  }

  begin(query: string, lines: readonly object[], failure: BulkErrorCode | null): SimulatedBulkOperation {
    const operation = {
      id: String(FIRST_ID + this.operations.length),
      query,
      createdAt: Date.now(),
      file: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
      objects: lines.length,
      roots: lines.filter((line) => !('__parentId' in line)).length,
      failure: failure ? { code: failure, share: 0 } : (this.failures.shift() ?? null),
      signature: randomBytes(12).toString('hex'),
    };
    this.operations.push(operation);
    this.signatures.add(operation.signature);
    return operation;
  }

  get(id: string): SimulatedBulkOperation | undefined {
    return this.operations.find((one) => one.id === id);
  }

  get latest(): SimulatedBulkOperation | undefined {
    return this.operations.at(-1);
  }

  /** Every operation, in order. */
  all(): readonly SimulatedBulkOperation[] {
    return this.operations;
  }

  get isFull(): boolean {
    return this.busy || this.operations.filter((one) => this.statusOf(one) === 'RUNNING').length >= this.atOnce;
  }

  statusOf(operation: SimulatedBulkOperation): 'RUNNING' | 'COMPLETED' | 'FAILED' {
    if (this.holdsBack || this.objectsReadBy(operation) < operation.objects) return 'RUNNING';
    return operation.failure ? 'FAILED' : 'COMPLETED';
  }

  objectsReadBy({ createdAt, objects }: SimulatedBulkOperation): number {
    const seconds = Math.max(0, Date.now() - createdAt) / 1_000;
    const read = this.objectsPerSecond === Number.POSITIVE_INFINITY ? objects : seconds * this.objectsPerSecond;
    return Math.min(objects, Math.floor(read));
  }

  /** The file, or the part before the failure. Undefined where there is nothing. */
  resultOf({ file, failure }: SimulatedBulkOperation): Buffer | undefined {
    if (!failure) return file.length > 0 ? file : undefined;
    const end = file.lastIndexOf('\n', Math.floor(file.length * failure.share)) + 1;
    return end > 0 ? file.subarray(0, end) : undefined;
  }

  urlOf({ id, signature }: SimulatedBulkOperation): string {
    return `${this.filesBase}/bulk-results/${id}.jsonl?Signature=${signature}`;
  }

  /** Undefined for an address that has ended. */
  fileAt(id: string, signature: string): Buffer | undefined {
    const operation = this.get(id);
    const isValid = operation?.signature === signature && this.signatures.has(signature);
    return operation && isValid ? this.resultOf(operation) : undefined;
  }
}
