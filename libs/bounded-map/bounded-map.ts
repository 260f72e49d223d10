/** A map for caches: a new entry takes the place of the oldest one when the map is full. */
export class BoundedMap<K, V> extends Map<K, V> {
  constructor(private readonly most: number) {
    super();
  }

  /** An entry that is set again keeps its age. Delete it first to make it the newest. */
  override set(key: K, value: V): this {
    if (this.size >= this.most && !this.has(key)) {
      for (const oldest of this.keys()) {
        this.delete(oldest);
        break;
      }
    }
    return super.set(key, value);
  }
}
