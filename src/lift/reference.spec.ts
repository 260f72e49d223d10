import { describe, expect, it } from 'vitest';
import {
  ALPHA,
  assignmentNumber,
  type Click,
  customersEffect,
  type Group,
  groupOf,
  type GroupSums,
  isClosed,
  isSplitSound,
  liftResult,
  outcomeOf,
  liftSentences,
  planExperiment,
  revenueEffect,
  robotSigns,
  RunningSums,
  splitEvidence,
  windowFrom,
} from '#libs/lift';
import { hasLift, liftCases, liftPart, withLift } from '../../test/setup/samples.js';

const TOLERANCE = 1e-6;

/** Expects equal numbers within a relative tolerance, and null where null is wanted. */
function expectClose(got: readonly (number | null)[], wanted: readonly (number | null)[]): void {
  const isClose = (value: number | null | undefined, given: number | null | undefined): boolean =>
    typeof value === 'number' && typeof given === 'number'
      ? Math.abs(given - value) <= TOLERANCE * Math.abs(value)
      : value === given;
  const far = wanted.map((value, index) => [got[index], value]).filter(([given, value]) => !isClose(value, given));
  expect(got).toHaveLength(wanted.length);
  expect(far).toEqual([]);
}

interface Counts {
  readonly percent: number;
  readonly n1: number;
  readonly x1: number;
  readonly n0: number;
  readonly x0: number;
}

const sumsOf = (n: number, x: number): GroupSums => ({ n, x, sumY: 0, sumYY: 0, sumX: 0, sumXX: 0, sumXY: 0 });
const groupsOf = ({ percent, n1, x1, n0, x0 }: Counts) => ({
  percent,
  treated: sumsOf(n1, x1),
  holdout: sumsOf(n0, x0),
});

interface CustomersExpected {
  readonly lnM: number;
  readonly pValue: number;
  readonly theta: readonly number[];
  readonly ratio: readonly (number | null)[];
  readonly incrementalCustomers: readonly number[];
  readonly verdict: string;
}

interface RevenueExpected {
  readonly theta: number;
  readonly rawDifference: number;
  readonly difference: number;
  readonly s2Treated: number;
  readonly s2Holdout: number;
  readonly V: number;
  readonly r: number;
  readonly halfWidth: number;
  readonly interval: readonly [number, number];
  readonly total: readonly [number, number, number];
  readonly verdict: string;
}

function expectRevenue(input: Parameters<typeof revenueEffect>[0], expected: RevenueExpected): void {
  const effect = revenueEffect(input);
  const { perCustomer, incremental, variance } = effect;
  expectClose(
    [
      effect.rawDifference,
      perCustomer.estimate,
      variance.treated,
      variance.holdout,
      variance.difference,
      effect.radius,
    ],
    [expected.rawDifference, expected.difference, expected.s2Treated, expected.s2Holdout, expected.V, expected.r],
  );
  expectClose([effect.coefficient, perCustomer.low, perCustomer.high], [expected.theta, ...expected.interval]);
  expectClose([perCustomer.high - perCustomer.estimate], [expected.halfWidth]);
  expectClose([incremental.estimate, incremental.low, incremental.high], expected.total);
  expect(effect.verdict).toBe(expected.verdict);
}

function expectCustomers(input: Parameters<typeof customersEffect>[0], expected: CustomersExpected): void {
  const effect = customersEffect(input);
  expectClose([effect.logEvidence, effect.pValue, ...effect.theta], [expected.lnM, expected.pValue, ...expected.theta]);
  expectClose(effect.rateRatio, expected.ratio);
  expectClose([effect.incremental.low, effect.incremental.high], expected.incrementalCustomers);
  expect(effect.verdict).toBe(expected.verdict);
}

describe.skipIf(!hasLift)(`Estimates of lift agree with ${withLift}`, () => {
  it('assigns the same people to the holdout', () => {
    for (const { input, expected } of liftCases<
      { salt: string; scopeId: string; customerId: string },
      { hmac: string; x: number; u: number; heldOutAt: Record<string, boolean> }
    >('assignment')) {
      const x = assignmentNumber(input);
      expect(x).toBe(expected.x);
      expect(x).toBe(Number.parseInt(expected.hmac.slice(0, 8), 16));
      expectClose([x / 2 ** 32], [expected.u]);
      for (const [percent, isHeld] of Object.entries(expected.heldOutAt)) {
        expect(groupOf(x, Number(percent))).toBe(isHeld ? 'holdout' : 'treated');
      }
    }
  });

  it('holds back 509, 1011, 1975, 3005 and 5006 of 10,000 people at 5, 10, 20, 30 and 50 percent (L1)', () => {
    const { input, expected } = liftPart<{
      input: { salt: string; scopeId: string; percents: number[] };
      expected: Record<string, number>;
    }>('assignmentCounts');
    const numbers = Array.from({ length: 10_000 }, (_, index) =>
      assignmentNumber({ ...input, customerId: `customer-${String(index + 1).padStart(5, '0')}` }),
    );
    const held = (percent: number): number => numbers.filter((x) => groupOf(x, percent) === 'holdout').length;
    expect(input.percents.map(held)).toEqual([0, 509, 1_011, 1_975, 3_005, 5_006]);
    expect(Object.fromEntries(input.percents.map((percent) => [percent, held(percent)]))).toEqual(expected);
  });

  it('compares how many customers came back', () => {
    for (const { input, expected } of liftCases<Counts, CustomersExpected>('cameBack')) {
      expectCustomers(groupsOf(input), expected);
    }
  });

  it('checks whether the groups were divided as planned', () => {
    for (const { input, expected } of liftCases<
      { percent: number; n1: number; n0: number },
      { lnM: number; ok: boolean }
    >('split')) {
      const assigned = { percent: input.percent, treated: input.n1, holdout: input.n0 };
      expectClose([splitEvidence(assigned)], [expected.lnM]);
      expect(isSplitSound(assigned)).toBe(expected.ok);
    }
  });

  it('compares revenue, adjusted by the spend before', () => {
    for (const { input, expected } of liftCases<Parameters<typeof revenueEffect>[0], RevenueExpected>('revenue')) {
      expectRevenue(input, expected);
    }
  });

  it('sums up units and compares them', () => {
    const { input, expected } = liftPart<{
      input: { percent: number; rows: [Group, string, string][] };
      expected: { sums: Record<Group, GroupSums>; revenue: RevenueExpected; customers: CustomersExpected };
    }>('fromUnits');
    const sums = { treated: new RunningSums(), holdout: new RunningSums() };
    for (const [group, priorSpend, revenue] of input.rows) {
      const unit = { cameBack: Number(revenue) > 0, revenue: Number(revenue), priorSpend: Number(priorSpend) };
      const wrong = { cameBack: true, revenue: 12.34, priorSpend: Number(priorSpend) };
      sums[group].add(wrong);
      sums[group].remove(wrong);
      sums[group].add(unit);
    }
    for (const group of ['treated', 'holdout'] as const) {
      const names = Object.keys(expected.sums[group]) as (keyof GroupSums)[];
      expectClose(
        names.map((name) => sums[group][name]),
        names.map((name) => expected.sums[group][name]),
      );
    }
    const groups = { percent: input.percent, ...sums };
    expectCustomers(groups, expected.customers);
    expectRevenue(groups, expected.revenue);
  });

  it('uses the same constants', () => {
    const constants = liftPart<Record<string, number>>('constants');
    expect(ALPHA).toBe(constants['alpha']);
    const { splitAlpha = NaN, minPerGroup = NaN, minCameBack = NaN } = constants;
    // One unit or one return below a limit it is too early.
    const status = (n: number, x: number): string =>
      liftResult({ percent: 50, treated: sumsOf(n, x), holdout: sumsOf(n, 0) }).status;
    expect(status(minPerGroup, minCameBack)).not.toBe('too_early');
    expect([status(minPerGroup - 1, minCameBack), status(minPerGroup, minCameBack - 1)]).toEqual(
      Array(2).fill('too_early'),
    );
    const least = constants['minCameBackPerGroupForRevenue'] ?? NaN;
    const verdict = (x0: number): string =>
      revenueEffect({ percent: 50, treated: sumsOf(100, least), holdout: sumsOf(100, x0) }).verdict;
    expect([verdict(least), verdict(least - 1)]).toEqual(['unclear', 'too_early']);
    for (let held = 0; held <= 100; held += 1) {
      const assigned = { percent: 50, treated: 100, holdout: held };
      expect(isSplitSound(assigned)).toBe(Math.exp(-splitEvidence(assigned)) > splitAlpha);
    }
  });

  it('plans how many people a proof needs', () => {
    for (const { input, expected } of liftCases<
      { percent: number; p0: number; p1: number; perWeek: number; windowDays: number },
      object
    >('plan')) {
      expect(planExperiment({ ...input, baseRate: input.p0, treatedRate: input.p1 })).toEqual(expected);
    }
  });

  it('puts the result into the same words', () => {
    for (const { input, expected } of liftCases<Counts, { status: string; sentence: string }>('sentences')) {
      const result = liftResult(groupsOf(input));
      const [sentence] = liftSentences(groupsOf(input), result, { language: 'en', windowDays: 14, currency: 'USD' });
      expect({ status: result.status, sentence }).toEqual(expected);
    }
  });

  it('tells robots from people by their clicks', () => {
    for (const { input, expected } of liftCases<
      { links: number; clicks: readonly Click[] },
      readonly (string | null)[]
    >('clicks')) {
      expect(robotSigns(input.clicks, input.links)).toEqual(expected);
    }
  });

  it('counts an order in the window from the instant of assignment to the instant before its end', () => {
    for (const { input, expected } of liftCases<
      {
        assignedAt: string;
        windowDays: number;
        asOf: string;
        storeCurrency: string;
        orders: readonly { orderedAt: string; counted: boolean; net: string; currency: string }[];
      },
      { windowClosed: boolean; cameBack: boolean; orders: number; revenue: string }
    >('outcomes')) {
      const window = windowFrom(new Date(input.assignedAt), input.windowDays);
      const orders = input.orders.map(({ orderedAt, net, ...order }) => ({
        ...order,
        orderedAt: new Date(orderedAt),
        net: Number(net),
      }));
      const { revenue, ...outcome } = outcomeOf(window, orders, input.storeCurrency);
      const windowClosed = isClosed(window, new Date(input.asOf));
      expect({ windowClosed, ...outcome, revenue: revenue.toFixed(2) }).toEqual(expected);
    }
  });
});
