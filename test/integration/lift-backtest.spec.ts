import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { PastPlayerService } from '../../src/sequences/backtest/past-player.service.js';
import { SequenceRepository } from '../../src/sequences/definitions/sequence.repository.js';
import { given } from '../factories/given.js';
import { criteria, DAY, LEAP_DAY, person } from '../factories/people.js';
import { AutomaticPast } from '../setup/automatic-past.js';
import { IdleApp } from '../setup/idle-app.js';
import { customerIdOf } from '../setup/population.js';

const ROUNDS = Number(process.env['REKINDLE_PROPERTY_ROUNDS'] ?? 4);
const BEGIN = LEAP_DAY - 60 * DAY;
const END = LEAP_DAY + 30 * DAY;

let app: IdleApp;
beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app.stop());

/** The entries of a backtest in the form of `AutomaticPast.entries`. */
async function played(past: AutomaticPast, index: number): Promise<string[]> {
  const sequence = await app.get(SequenceRepository).get(past.sequenceId(index));
  const { visits } = await app.get(PastPlayerService).play({
    sequence,
    segmentId: past.segmentId(index),
    from: new Date(BEGIN + 1),
    to: new Date(END),
    windowDays: 14,
  });
  const nameOf = (id: string): number =>
    Array.from({ length: 30 }, (_, who) => who).find((who) => customerIdOf(past.retailerId, who) === id) ?? -1;
  return visits.map(({ customerId, enteredAt }) => `${past.sequenceId(index)} ${nameOf(customerId)} ${enteredAt}`);
}

describe('a backtest', () => {
  it('has the entries of the automatic runs, row by row, from the orders and from the records', async () => {
    let entries = 0;
    const definitionsAtOnce = { minLength: 8, maxLength: 8 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 14, maxLength: 14 }),
        fc.array(criteria, definitionsAtOnce),
        async (people, definitions) => {
          const past = await AutomaticPast.begin(app, people, definitions, BEGIN);
          await past.happen(END);
          const expected = past.entries.toSorted();
          entries += expected.length;
          for (const definedAt of [new Date(END), new Date(BEGIN)]) {
            await given(app).set(Segment, { definedAt }, { retailerId: past.retailerId });
            const found: string[] = [];
            for (const index of definitions.keys()) found.push(...(await played(past, index)));
            expect(found.toSorted()).toEqual(expected);
          }
        },
      ),
      { numRuns: ROUNDS, endOnFailure: true },
    );
    expect(entries).toBeGreaterThan(10 * ROUNDS);
  });
});
