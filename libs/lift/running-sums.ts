import type { GroupSums } from './experiment.js';
import type { Outcome } from './outcome.js';

/** A unit as the sums see it. */
export interface ClosedUnit extends Pick<Outcome, 'cameBack' | 'revenue'> {
  /** The net counted spend in the year before the assignment. */
  readonly priorSpend: number;
}

/** The sums of a group, to which units are added one by one. */
export class RunningSums implements GroupSums {
  n = 0;
  x = 0;
  sumY = 0;
  sumYY = 0;
  sumX = 0;
  sumXX = 0;
  sumXY = 0;

  add(unit: ClosedUnit): void {
    this.change(unit, 1);
  }

  /** Takes out a unit that was added, before it is added with another outcome. */
  remove(unit: ClosedUnit): void {
    this.change(unit, -1);
  }

  private change({ cameBack, revenue, priorSpend }: ClosedUnit, sign: 1 | -1): void {
    this.n += sign;
    if (cameBack) this.x += sign;
    this.sumY += sign * revenue;
    this.sumYY += sign * revenue ** 2;
    this.sumX += sign * priorSpend;
    this.sumXX += sign * priorSpend ** 2;
    this.sumXY += sign * priorSpend * revenue;
  }
}
