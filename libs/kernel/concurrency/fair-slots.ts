interface Lane {
  running: number;
  /** The number of the owner's last turn. The owner with the lowest number is next. */
  turn: number;
  readonly waiting: (() => void)[];
}

/** Limits how much work runs at once, in all and for one owner. Owners take turns, however much each has waiting. */
export class FairSlots {
  private readonly lanes = new Map<string, Lane>();
  private turns = 0;

  constructor(
    private free: number,
    private readonly mostOfOne: number,
  ) {}

  /** Runs the work when its owner has the next turn. */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      this.laneOf(owner).waiting.push(resolve);
      this.serve();
    });
    try {
      return await work();
    } finally {
      this.free += 1;
      this.laneOf(owner).running -= 1;
      this.forgetIdle(owner);
      this.serve();
    }
  }

  private serve(): void {
    while (this.free > 0) {
      const ready = [...this.lanes.values()].filter((one) => one.waiting.length > 0 && one.running < this.mostOfOne);
      const [lane] = ready.sort((one, other) => one.turn - other.turn);
      if (!lane) return;
      lane.turn = this.turns += 1;
      this.free -= 1;
      lane.running += 1;
      lane.waiting.shift()?.();
    }
  }

  private laneOf(owner: string): Lane {
    // A new owner comes before the owner of the last turn and after all others that wait.
    const known = this.lanes.get(owner) ?? { running: 0, waiting: [], turn: this.turns - 0.5 };
    this.lanes.set(owner, known);
    return known;
  }

  private forgetIdle(owner: string): void {
    const { running, waiting } = this.laneOf(owner);
    if (running === 0 && waiting.length === 0) this.lanes.delete(owner);
  }
}
