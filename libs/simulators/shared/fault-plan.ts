type Planned<Kind, Options> = Options & { readonly kind: Kind };

/** The planned faults of one store: first in, first out for each endpoint. */
export class PlannedFaults<Kind extends string, Options extends { readonly on?: string }> {
  private readonly planned: Planned<Kind, Options>[] = [];
  private readonly lasting: Planned<Kind, Options>[] = [];

  /** @param usual The endpoint of a fault without an endpoint of its own. */
  constructor(private readonly usual: NonNullable<Options['on']>) {}

  /** The next `times` requests answer with this fault. */
  next(kind: Kind, times = 1, options: Options = {} as Options): this {
    for (let i = 0; i < times; i += 1) this.planned.push({ ...options, kind });
    return this;
  }

  /** Every request answers with this fault until the plan is cleared. Faults of `next` come first. */
  always(kind: Kind, options: Options = {} as Options): this {
    this.lasting.push({ ...options, kind });
    return this;
  }

  clear(): void {
    this.planned.length = 0;
    this.lasting.length = 0;
  }

  /** @param concerns whether the fault is meant for this request of the endpoint */
  take(
    endpoint: NonNullable<Options['on']>,
    concerns: (fault: Options) => boolean = () => true,
  ): Planned<Kind, Options> | undefined {
    const isHere = (fault: Planned<Kind, Options>): boolean => (fault.on ?? this.usual) === endpoint && concerns(fault);
    const index = this.planned.findIndex(isHere);
    return index < 0 ? this.lasting.find(isHere) : this.planned.splice(index, 1)[0];
  }
}
