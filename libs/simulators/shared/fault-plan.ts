/** The misbehaviour that is planned for one store, first in, first out for each endpoint. */
export class PlannedFaults<Kind extends string, Options extends { readonly on?: string }> {
  private readonly planned: (Options & { readonly kind: Kind })[] = [];

  /** @param usual the endpoint of a fault that names none */
  constructor(private readonly usual: NonNullable<Options['on']>) {}

  /** The next `times` requests answer with this fault. */
  next(kind: Kind, times = 1, options: Options = {} as Options): this {
    for (let i = 0; i < times; i += 1) this.planned.push({ ...options, kind });
    return this;
  }

  clear(): void {
    this.planned.length = 0;
  }

  take(endpoint: NonNullable<Options['on']>): (Options & { readonly kind: Kind }) | undefined {
    const index = this.planned.findIndex((fault) => (fault.on ?? this.usual) === endpoint);
    return index < 0 ? undefined : this.planned.splice(index, 1)[0];
  }
}
