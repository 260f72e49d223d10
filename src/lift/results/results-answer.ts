import { decimalOf, formatMoney } from '#libs/kernel';
import { isSplitSound, planExperiment, revenueEffect } from '#libs/lift';
import type { Experiment } from '../experiments/experiment.entity.js';
import { CustomersLiftAnswer, EstimateAnswer, RevenueLiftAnswer, toPlaces } from '../lift.dto.js';
import type { FigureRow } from './figures.repository.js';
import { type Compared, compare, type GroupFigures } from './groups.js';
import type { AttributedAnswer, Notice, ResultsAnswer } from './results.dto.js';

const DAY_MS = 86_400_000;
/** How many must have come back by themselves, so that their rate is taken as the base. */
const LEAST_RETURNED = 5;
const USUAL_RATE = 0.05;
/** While nobody is held back, the outlook is that of the fastest proof. */
const WITHOUT_EXPERIMENT = { percent: 50, windowMs: 14 * DAY_MS };
const LIFTS = [0.25, 0.5, 1] as const;

/** What an answer is made of. */
export interface ResultsInput {
  readonly sequenceId: string | null;
  readonly brandId: string;
  readonly asOf: Date;
  /** ISO 4217. */
  readonly currency: string;
  readonly experiment: Experiment | null;
  readonly earlier: readonly Experiment[];
  readonly figures: readonly FigureRow[];
  /** Units that were assigned in the last 28 days. */
  readonly recent: number;
  readonly attributed: AttributedAnswer;
  readonly notices: readonly Notice[];
  readonly sentences: readonly string[];
}

export const windowDaysOf = (experiment: Pick<Experiment, 'windowMs'> | null): number =>
  (experiment ?? WITHOUT_EXPERIMENT).windowMs / DAY_MS;

/** The answer about an experiment, from its figures. */
export function resultsAnswer(input: ResultsInput, compared: Compared): ResultsAnswer {
  const { sequenceId, brandId, asOf, currency, experiment, sentences, attributed, figures } = input;
  const { treated, holdout, result } = compared;
  const own = figures.filter(({ experimentId }) => experimentId === experiment?.id);
  const versions = versionsOf(own);
  return {
    sequenceId,
    brandId,
    asOf,
    status: result.status,
    sentences,
    notices: noticesOf(input, compared, versions.length),
    experiment: experiment && experimentOf(experiment),
    earlier: input.earlier.map((one) => ({
      number: one.number,
      percent: one.percent,
      windowDays: windowDaysOf(one),
      endedAt: one.endedAt,
      status: compare(one, figures).result.status,
    })),
    assigned: { treated: treated.all.n, holdout: holdout.all.n },
    open: {
      treated: treated.open.n,
      holdout: holdout.open.n,
      firstClosesAt: sorted(own.map(({ firstClosesAt }) => firstClosesAt))[0] ?? null,
      lastClosesAt: sorted(own.map(({ lastClosesAt }) => lastClosesAt)).at(-1) ?? null,
    },
    soFar: { treated: soFarOf(treated), holdout: soFarOf(holdout) },
    closed: { treated: closedOf(treated, currency), holdout: closedOf(holdout, currency) },
    customers: CustomersLiftAnswer.of(result.status, treated.closed.n, result.customers),
    revenue: RevenueLiftAnswer.of(result, currency),
    orders: ordersOf(compared),
    split: splitOf(compared),
    exposure: {
      treatedMailed: treated.all.mailed,
      holdoutMailed: holdout.all.mailed,
      mailedByOthers: { treated: treated.all.mailedByOthers, holdout: holdout.all.mailedByOthers },
    },
    attributed,
    versions,
    outlook: outlookOf(input, holdout),
  };
}

const experimentOf = (experiment: Experiment): NonNullable<ResultsAnswer['experiment']> => {
  const { id, number, percent, salt, startedAt, endedAt } = experiment;
  return { id, number, percent, windowDays: windowDaysOf(experiment), salt, startedAt, endedAt };
};

const soFarOf = ({ all }: GroupFigures) => ({ customers: all.n, cameBack: all.x });

function closedOf({ closed, amounts }: GroupFigures, currency: string): ResultsAnswer['closed']['treated'] {
  const { n, x, sumO, unsubscribed, erased } = closed;
  const revenue = amounts.reduce((sum, amount) => sum + decimalOf(amount), 0n);
  return {
    customers: n,
    cameBack: x,
    rate: n === 0 ? null : toPlaces(x / n, 6),
    orders: sumO,
    revenue: { amount: formatMoney(revenue), currency },
    unsubscribed,
    erased,
  };
}

/** Orders are compared as revenue is, with their number in place of their amount. */
function ordersOf({ percent, treated, holdout, result }: Compared): ResultsAnswer['orders'] {
  const isCompared = result.revenue !== null;
  const effect = isCompared ? revenueEffect({ percent, treated: treated.orders, holdout: holdout.orders }) : undefined;
  const said = effect?.verdict === 'too_early' ? undefined : effect;
  return {
    status: effect?.verdict ?? result.status,
    perCustomer: EstimateAnswer.of(said?.perCustomer),
    incremental: EstimateAnswer.of(said?.incremental),
  };
}

function splitOf({ percent, treated, holdout }: Compared): ResultsAnswer['split'] {
  const [given, held] = [treated.all.n, holdout.all.n];
  return {
    plannedPercent: percent,
    observedPercent: given + held === 0 ? null : toPlaces((held * 100) / (given + held), 6),
    ok: percent === 0 || isSplitSound({ percent, treated: given, holdout: held }),
  };
}

function versionsOf(rows: readonly FigureRow[]): ResultsAnswer['versions'] {
  const count = (version: number, isHeld: boolean): number =>
    rows.reduce((sum, row) => sum + (row.sequenceVersion === version && row.held === isHeld ? row.n : 0), 0);
  return [...new Set(rows.map(({ sequenceVersion }) => sequenceVersion))]
    .toSorted((a, b) => a - b)
    .map((version) => ({
      sequenceVersion: version,
      treated: count(version, false),
      holdout: count(version, true),
    }));
}

/** The units of a brand come from many sequences, so their versions say nothing. */
const noticesOf = ({ sequenceId, notices }: ResultsInput, { holdout }: Compared, versions: number): Notice[] => [
  ...(sequenceId !== null && versions > 1 ? (['definition_changed'] as const) : []),
  ...notices,
  ...(holdout.all.mailed > 0 ? (['holdout_contaminated'] as const) : []),
];

function outlookOf({ experiment, recent }: ResultsInput, { closed }: GroupFigures): ResultsAnswer['outlook'] {
  const baseRate = closed.x >= LEAST_RETURNED ? closed.x / closed.n : USUAL_RATE;
  const perWeek = recent / 4;
  const { percent } = experiment ?? WITHOUT_EXPERIMENT;
  const rows = LIFTS.map((relativeLift) => {
    const treatedRate = baseRate * (1 + relativeLift);
    if (treatedRate > 1) return { relativeLift, recipients: null, weeks: null };
    const plan = planExperiment({ percent, baseRate, treatedRate, perWeek, windowDays: windowDaysOf(experiment) });
    return { relativeLift, ...plan };
  });
  return { baseRate: toPlaces(baseRate, 6), perWeek, rows };
}

const sorted = (dates: readonly (Date | null)[]): Date[] =>
  dates.flatMap((date) => date ?? []).toSorted((a, b) => a.getTime() - b.getTime());
