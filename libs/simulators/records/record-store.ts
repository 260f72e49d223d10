import type { Instant, PlatformId } from './records.js';

export interface StoredRecord {
  readonly id: PlatformId;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly processedAt?: Instant;
  readonly email?: string | null;
}

export type SortField = 'id' | 'createdAt' | 'updatedAt' | 'processedAt';

/** The position of a record in a sorted list: by its value, then by its id. */
export interface Position {
  readonly value: number;
  readonly id: PlatformId;
}

const byId = (a: PlatformId, b: PlatformId): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export const comparePositions = (a: Position, b: Position): number => a.value - b.value || byId(a.id, b.id);

/** The newest version of each record of one kind, with sorted lists that are cached until the next change. */
export class RecordStore<T extends StoredRecord> {
  private readonly records = new Map<PlatformId, T>();
  private sorted = new Map<SortField, readonly T[]>();

  get size(): number {
    return this.records.size;
  }

  get(id: PlatformId): T | undefined {
    return this.records.get(id);
  }

  values(): Iterable<T> {
    return this.records.values();
  }

  /** Saves the record unless a later version exists, so that events may be applied in any order. */
  upsert(record: T): void {
    const known = this.records.get(record.id);
    if (known && known.updatedAt > record.updatedAt) return;
    this.records.set(record.id, record);
    this.sorted.clear();
  }

  delete(id: PlatformId): void {
    if (this.records.delete(id)) this.sorted.clear();
  }

  positionOf(record: T, field: SortField): Position {
    const value = field === 'id' ? 0 : (record[field] ?? record.createdAt);
    return { value, id: record.id };
  }

  sortedBy(field: SortField): readonly T[] {
    const known = this.sorted.get(field);
    if (known) return known;
    const list = [...this.records.values()].sort((a, b) =>
      comparePositions(this.positionOf(a, field), this.positionOf(b, field)),
    );
    this.sorted.set(field, list);
    return list;
  }
}
