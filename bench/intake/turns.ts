import { Child } from '../support/children.js';
import { median } from '../support/table.js';
import type { Contender } from './contenders.js';
import type { LoadAnswer, LoadRequest, PhaseFigures } from './load.js';
import { usualOrder } from './order-request.js';

/** How long and how often each service gets the load. */
export interface TurnPlan {
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly connections: number;
}

/**
 * Measures each subject in each round, another one first each time. Directions change, so none always follows the same
 * one. No round begins after `mostSeconds`.
 */
export async function inTurns<T>(
  subjects: number,
  rounds: number,
  measure: (subject: number) => Promise<T>,
  mostSeconds = Number.POSITIVE_INFINITY,
): Promise<readonly (readonly T[])[]> {
  const measured: T[][] = Array.from({ length: subjects }, () => []);
  const end = performance.now() + mostSeconds * 1_000;
  for (let round = 0; round < rounds && (round === 0 || performance.now() < end); round += 1) {
    for (let turn = 0; turn < subjects; turn += 1) {
      const steps = round % 2 === 0 ? turn : subjects - turn;
      const subject = (round + steps) % subjects;
      measured[subject]?.push(await measure(subject));
    }
  }
  return measured;
}

/** Sends a usual order to services in turns, and answers with the figures of each round of each service. */
export async function acceptInTurns(
  starts: readonly (() => Promise<Contender>)[],
  { rounds, warmUpSeconds, seconds, connections }: TurnPlan,
): Promise<readonly (readonly PhaseFigures[])[]> {
  const generator = Child.start<LoadRequest, LoadAnswer>(new URL('./load.process.js', import.meta.url));
  const services: Contender[] = [];
  const body = usualOrder().toString();
  const phases = [
    { name: 'warm-up', seconds: warmUpSeconds },
    { name: 'measured', seconds },
  ];
  try {
    for (const start of starts) services.push(await start());
    return await inTurns(services.length, rounds, async (subject) => {
      const service = services[subject];
      if (!service) throw new Error('a service is missing');
      const { port, pid, sender } = service;
      const answer = await generator.ask({ port, pid, sender, connections, body, phases });
      await service.settle(answer.accepted);
      const measured = answer.phases.at(-1);
      if (!measured) throw new Error('nothing was measured');
      return measured;
    });
  } finally {
    for (const service of services) await service.stop();
    await generator.stop();
  }
}

/** The median of the ratios of neighbours in time, so that a disturbance of the machine affects both. */
export const ratioInTurns = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((each, round) => each / (theirs[round] ?? Number.NaN)));
