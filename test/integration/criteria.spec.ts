import { Database } from '#libs/database';
import { entityId } from '#libs/kernel';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORDERS } from '../../src/commerce/storage/orders.sql.js';
import { Binder } from '../../src/segmentation/criteria/binder.js';
import { type CompiledCriteria, compileCriteria } from '../../src/segmentation/criteria/compile.js';
import type { Moment } from '../../src/segmentation/criteria/criterion.js';
import type { ExplanationNode } from '../../src/segmentation/criteria/explanation.dto.js';
import { CRITERION_KEYS } from '../../src/segmentation/criteria/registry.js';
import { boundariesOf } from '../../src/segmentation/criteria/rfm.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { FactRepository } from '../../src/segmentation/evaluation/fact.repository.js';
import { RfmRepository } from '../../src/segmentation/rfm/rfm.repository.js';
import { SegmentPreviewsService } from '../../src/segmentation/segments/segment-previews.service.js';
import { given } from '../factories/given.js';
import { criteria, DAY, KEYS_WITH_VALUES, LEAP_DAY, person } from '../factories/people.js';
import type { Criteria, Person } from '../factories/people.js';
import { type Fifths, fifthsOf, meets } from '../factories/plain-criteria.js';
import { IdleApp } from '../setup/idle-app.js';
import { customerIdOf, populate } from '../setup/population.js';
import { installStore } from '../setup/webhooks.js';

/** Each round is about two thousand cases: a customer, a definition and an instant. */
const ROUNDS = Number(process.env['REKINDLE_PROPERTY_ROUNDS'] ?? 6);
const PEOPLE = { minLength: 25, maxLength: 25 };
const DEFINITIONS = { minLength: 12, maxLength: 12 };

let app: IdleApp;
let retailerId: string;
let brandId: string;
beforeAll(async () => {
  app = await IdleApp.start();
  ({ retailerId, brandId } = await installStore(app));
});
afterAll(() => app.stop());

function compiled(given: unknown): CompiledCriteria {
  const result = compileCriteria(given);
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return result.criteria;
}

/** Whole days after the first or last order of a person, exactly or a millisecond off. Results change there. */
const offsets = fc.array(
  fc.record({ who: fc.nat(24), days: fc.nat(45), first: fc.boolean(), beside: fc.constantFrom(-1, 0, 0, 1) }),
  { minLength: 6, maxLength: 6 },
);

function instantsOf(
  people: readonly Person[],
  given: readonly { who: number; days: number; first: boolean; beside: number }[],
): number[] {
  const near = given.map(({ who, days, first, beside }) => {
    const times = people[who]?.orders.filter(({ counted }) => counted).map(({ at }) => at) ?? [];
    const at = times.length === 0 ? LEAP_DAY : first ? Math.min(...times) : Math.max(...times);
    return at + days * DAY + beside;
  });
  return [...near, LEAP_DAY + 12_345_678];
}

const numbers = (people: readonly Person[], test: (one: Person) => boolean): number[] =>
  people.flatMap((one, index) => (test(one) ? [index] : []));

async function newRun(people: readonly Person[]): Promise<Fifths> {
  const rfm = app.get(RfmRepository);
  const database = app.get(Database);
  const run = await rfm.compute(database.acrossRetailers, retailerId);
  const fifths = fifthsOf(people);
  expect(boundariesOf(run.boundaries)).toEqual(fifths);
  await database.transactionAcrossRetailers((tx) =>
    rfm.save(tx, { retailerId, brandId }, { ...run, computedAt: new Date() }),
  );
  return fifths;
}

describe('criteria', () => {
  it('all occur in the random definitions', () => {
    expect(KEYS_WITH_VALUES.toSorted()).toEqual(CRITERION_KEYS.toSorted());
  });

  it('have the same result in memory, in SQL, by the rules and in their explanation, at any instant', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, PEOPLE),
        fc.array(criteria, DEFINITIONS),
        offsets,
        async (people, definitions, given) => {
          await populate(app, retailerId, people);
          const fifths = await newRun(people);
          const instants = instantsOf(people, given);
          for (const definition of definitions) {
            const ready = compiled(definition);
            const expected = instants.map((now) => numbers(people, (one) => meets(definition, one, now, fifths)));
            expect(await bySql(ready, instants, fifths)).toEqual(expected);
            expect(await inMemory(ready, instants, fifths, people.length)).toEqual(expected);
          }
        },
      ),
      { numRuns: ROUNDS, endOnFailure: true },
    );
  });

  it('use the orders up to a past instant for a result at that instant', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, PEOPLE),
        fc.array(criteria, DEFINITIONS),
        offsets,
        async (people, definitions, given) => {
          await populate(app, retailerId, people);
          const fifths = await newRun(people);
          const instants = instantsOf(people, given).map((at) => at - 20 * DAY);
          for (const [index, definition] of definitions.entries()) {
            const asOf = instants[index % instants.length] ?? LEAP_DAY;
            const then = people.map((one) => ({ ...one, orders: one.orders.filter(({ at }) => at <= asOf) }));
            const expected = numbers(then, (one) => meets(definition, one, asOf, fifths));
            const preview = await app.get(SegmentPreviewsService).preview(brandId, definition, new Date(asOf));
            expect(preview.count).toBe(expected.length);
            expect(preview.sample).toHaveLength(Math.min(10, expected.length));
          }
        },
      ),
      { numRuns: Math.ceil(ROUNDS / 3) },
    );
  });
});

/** Who meets the criteria at each of the instants, in one statement. */
async function bySql(ready: CompiledCriteria, instants: readonly number[], rfm: Fifths): Promise<number[][]> {
  const binder = new Binder([retailerId, instants.map((at) => new Date(at).toISOString())]);
  const holds = ready.sql({ binder, now: 'moment.at', rfm, orders: ORDERS });
  const rows = await app.sql<{ place: number; who: number[] }>(
    `SELECT moment.place::int, array_agg(c.external_id::int ORDER BY c.external_id::int) AS who
       FROM unnest($2::timestamptz[]) WITH ORDINALITY AS moment (at, place) CROSS JOIN customers c
      WHERE c.retailer_id = $1 AND ${holds} GROUP BY moment.place`,
    binder.values,
  );
  return instants.map((_, index) => rows.find(({ place }) => place === index + 1)?.who ?? []);
}

async function inMemory(
  ready: CompiledCriteria,
  instants: readonly number[],
  rfm: Fifths,
  count: number,
): Promise<number[][]> {
  const database = app.get(Database);
  const ids = Array.from({ length: count }, (_, index) => customerIdOf(retailerId, index));
  const facts = await app.get(FactRepository).facts(database.acrossRetailers, retailerId, ids, ready.productIds);
  return instants.map((now) =>
    ids.flatMap((id, index) => {
      const known = facts.get(id);
      if (!known) throw new Error(`no facts of ${id}`);
      const moment: Moment = { now, rfm };
      const tree = ready.explain(known, moment, []);
      expect(verdict(tree, now)).toBe(tree.holds);
      expect(tree.holds).toBe(ready.holds(known, moment));
      return tree.holds ? [index] : [];
    }),
  );
}

/** Whether the criteria hold, judged only by the values in the explanation. */
function verdict({ key, operator, value, fact = null, children = [] }: ExplanationNode, now: number): boolean {
  const text = typeof fact === 'string' ? fact : '';
  const verdicts = children.map((child) => verdict(child, now));
  const list = value as string[];
  switch (operator ?? key) {
    case 'all':
      return verdicts.every(Boolean);
    case 'any':
      return verdicts.some(Boolean);
    case 'not':
      return !verdicts[0];
    case '>=':
      return fact !== null && Number(fact) >= Number(value);
    case '<=':
      return fact !== null && Number(fact) <= Number(value);
    case '=':
      return fact === value;
    case 'older_than_days':
      return fact !== null && now >= Date.parse(text) + Number(value) * DAY;
    case 'within_days':
      return fact !== null && now < Date.parse(text) + Number(value) * DAY;
    case 'any_of':
      return [fact].flat().some((one) => list.includes(one as string));
    case 'none_of':
      return (fact as string[]).length === 0;
    case 'ends_in':
      return list.some((domain) =>
        (/^[@.]/.test(domain) ? [domain] : [`@${domain}`, `.${domain}`]).some((end) => text.endsWith(end)),
      );
    case 'between':
      return Object.entries(value as Record<string, [number, number]>).every(([part, [from, to]]) => {
        const score = (fact as Record<string, number> | null)?.[part] ?? 0;
        return score >= from && score <= to;
      });
    default:
      throw new Error(`no way to judge ${operator ?? key}`);
  }
}

describe('memberships', () => {
  it('equal a full evaluation after the clock ran in any steps, with each change at its own instant', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, PEOPLE),
        fc.array(criteria, DEFINITIONS),
        fc.array(fc.integer({ min: 1, max: 30 * DAY }), { minLength: 3, maxLength: 3 }),
        async (people, definitions, steps) => {
          await populate(app, retailerId, people);
          const fifths = await newRun(people);
          const start = LEAP_DAY - 20 * DAY;
          for (const [index, definition] of definitions.entries()) await evaluateAt(index, definition, start);
          let now = start;
          for (const step of [0, ...steps]) {
            now += step;
            await app.passTime(now);
            const expected = definitions.flatMap((definition, segment) =>
              people.flatMap((one, who) =>
                courseOf({ definition, one, fifths }, start, now).map((text) => `${segment} ${who} ${text}`),
              ),
            );
            expect((await transitions()).toSorted()).toEqual(expected.toSorted());
            expect(await openStays()).toEqual(
              definitions.map((definition) => numbers(people, (one) => meets(definition, one, now, fifths))),
            );
            await expectNextChanges(definitions, people, fifths, now);
          }
        },
      ),
      { numRuns: ROUNDS, endOnFailure: true },
    );
  });
});

/** Inserts a segment and evaluates it at that instant. */
async function evaluateAt(index: number, definition: Criteria, at: number): Promise<void> {
  const id = entityId(retailerId, 'segment', `${brandId}/${index}`);
  await given(app).insert(Segment, {
    retailerId,
    id,
    brandId,
    name: String(index),
    criteria: { ...definition },
  });
  await app.evaluate(retailerId, id, at);
}

interface Case {
  readonly definition: Criteria;
  readonly one: Person;
  readonly fifths: Fifths;
}

/** Every instant after `from` at which anything about this person could change. */
const turningPoints = ({ one }: Case, from: number, to: number): number[] => {
  const times = one.orders.filter(({ counted }) => counted).map(({ at }) => at);
  const all = times.flatMap((at) => Array.from({ length: 46 }, (_, days) => at + days * DAY));
  return [...new Set(all)].filter((at) => at > from && at <= to).sort((a, b) => a - b);
};

/** The expected transitions: those of the evaluation at the start, then those of the clock. */
function courseOf(given: Case, start: number, now: number): string[] {
  const told: string[] = [];
  let inside = false;
  for (const at of [start, ...turningPoints(given, start, now)]) {
    const holds = meets(given.definition, given.one, at, given.fifths);
    if (holds === inside) continue;
    inside = holds;
    told.push(`${holds ? 'entered' : 'left'} ${at} ${at === start ? 'definition' : 'clock'}`);
  }
  return told;
}

async function transitions(): Promise<string[]> {
  const rows = await app.sql<{ text: string }>(
    `SELECT concat_ws(' ', s.name, c.external_id, t.kind, (extract(epoch FROM t.at) * 1000)::bigint, t.cause) AS text
       FROM segment_transitions t JOIN segments s ON s.retailer_id = t.retailer_id AND s.id = t.segment_id
       JOIN customers c ON c.retailer_id = t.retailer_id AND c.id = t.customer_id
      WHERE t.retailer_id = $1`,
    [retailerId],
  );
  return rows.map(({ text }) => text);
}

async function openStays(): Promise<number[][]> {
  const rows = await app.sql<{ who: number[] }>(
    `SELECT array_remove(array_agg(c.external_id::int ORDER BY c.external_id::int), NULL) AS who
       FROM segments s
       LEFT JOIN segment_memberships m ON m.retailer_id = s.retailer_id AND m.segment_id = s.id AND m.left_at IS NULL
       LEFT JOIN customers c ON c.retailer_id = m.retailer_id AND c.id = m.customer_id
      WHERE s.retailer_id = $1 GROUP BY s.id, s.name ORDER BY s.name::int`,
    [retailerId],
  );
  return rows.map(({ who }) => who);
}

/** There is one next change for each membership that time changes, and no other. */
async function expectNextChanges(
  definitions: readonly Criteria[],
  people: readonly Person[],
  fifths: Fifths,
  now: number,
): Promise<void> {
  const rows = await app.sql<{ text: string }>(
    `SELECT concat_ws(' ', s.name, c.external_id, (extract(epoch FROM k.next_change_at) * 1000)::bigint) AS text
       FROM segment_next_changes k JOIN segments s ON s.retailer_id = k.retailer_id AND s.id = k.segment_id
       JOIN customers c ON c.retailer_id = k.retailer_id AND c.id = k.customer_id
      WHERE k.retailer_id = $1`,
    [retailerId],
  );
  const expected = definitions.flatMap((definition, segment) =>
    people.flatMap((one, who) => {
      const holds = meets(definition, one, now, fifths);
      const next = turningPoints({ definition, one, fifths }, now, Infinity).find(
        (at) => meets(definition, one, at, fifths) !== holds,
      );
      return next === undefined ? [] : [`${segment} ${who} ${next}`];
    }),
  );
  expect(rows.map(({ text }) => text).toSorted()).toEqual(expected.toSorted());
}
