import { Injectable } from '@nestjs/common';
import { clockOf, Database, type Sql } from '#libs/database';
import { notFound } from '#libs/kernel';
import {
  attributionSentence,
  type ChartOptions,
  intervalChart,
  intervalPoints,
  type LiftLanguage,
  liftSentences,
  NO_CURRENCY,
  revenuePoints,
  type SumsAt,
} from '#libs/lift';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { Experiment } from '../experiments/experiment.entity.js';
import { type FigureRow, FiguresRepository, type ScopeName } from './figures.repository.js';
import { closingSums } from './closing-sums.js';
import { type Compared, compare } from './groups.js';
import { resultsAnswer, type ResultsInput, windowDaysOf } from './results-answer.js';
import { type RevenueTrendAnswer, trendOf } from './revenue-trend.dto.js';
import type { AttributedAnswer, Notice, ResultsAnswer } from './results.dto.js';

const RECENT_MS = 28 * 86_400_000;
/** How many points of time a chart has, about. */
const STRETCHES = 60;

/** What the module of sequences knows about an experiment, or about a scope without one. */
export interface Beside {
  readonly attributed: AttributedAnswer;
  readonly notices: readonly Notice[];
}

/** Reads what is beside the experiment. Amounts are in `currency`. */
export type ReadsBeside = (sql: Sql, experiment: Experiment | null, currency: string) => Promise<Beside>;

/** The results that somebody asks for. */
export interface Asked extends ScopeName {
  readonly sequenceId: string | null;
  readonly brandId: string;
  /** The number of the experiment; by default the latest. */
  readonly number?: number | undefined;
  readonly language: LiftLanguage;
}

type Present = Pick<ResultsInput, 'experiment' | 'earlier' | 'asOf' | 'currency'>;

/** The results of a sequence or of a brand. */
@Injectable()
export class ResultsService {
  constructor(
    private readonly database: Database,
    private readonly figures: FiguresRepository,
    private readonly retailers: RetailersService,
  ) {}

  /** 404 where the scope has no experiment of that number. */
  async read(asked: Asked, readBeside: ReadsBeside): Promise<ResultsAnswer> {
    const { retailerId, sequenceId, brandId, language } = asked;
    const sql = this.database.of(retailerId);
    const present = await this.present(sql, asked);
    const { experiment, asOf, currency, earlier } = present;
    const [figures, recent, beside] = await Promise.all([
      this.figuresOf(sql, retailerId, present),
      this.recent(sql, retailerId, experiment, asOf),
      readBeside(sql, experiment, currency),
    ]);
    const compared = compare(experiment, figures);
    const { byCode, byClick } = beside.attributed;
    const sentences = [
      ...this.sentences(compared, present, language),
      ...(byCode.orders + byClick.orders > 0 ? [attributionSentence(language, byCode.orders, byClick.orders)] : []),
    ];
    const about = { sequenceId, brandId, asOf, currency, experiment, earlier };
    return resultsAnswer({ ...about, figures, recent, ...beside, sentences }, compared);
  }

  /** The interval of the incremental customers over time, as SVG. 404 as for `read`. */
  async chart(asked: Asked, look: Pick<ChartOptions, 'theme' | 'accent'>): Promise<string> {
    const { retailerId, language } = asked;
    const sql = this.database.of(retailerId);
    const present = await this.present(sql, asked);
    const compared = compare(present.experiment, await this.figuresOf(sql, retailerId, present));
    const points = intervalPoints(await this.sumsOverTime(sql, retailerId, present, compared));
    const [altText = ''] = this.sentences(compared, present, language);
    return intervalChart(points, { language, altText, ...look });
  }

  /** The interval of the incremental revenue over time. 404 as for `read`. */
  async revenueTrend(asked: Omit<Asked, 'language'>): Promise<RevenueTrendAnswer> {
    const { retailerId } = asked;
    const sql = this.database.of(retailerId);
    const present = await this.present(sql, asked);
    const compared = compare(present.experiment, await this.figuresOf(sql, retailerId, present));
    const points = revenuePoints(await this.sumsOverTime(sql, retailerId, present, compared));
    return trendOf(points, present);
  }

  /** The closed units over time, at about sixty instants. None where the groups can't be compared. */
  private async sumsOverTime(
    sql: Sql,
    retailerId: string,
    { experiment, asOf }: Present,
    compared: Compared,
  ): Promise<SumsAt[]> {
    if (experiment === null || compared.result.customers === null) return [];
    const seconds = Math.max(1, (asOf.getTime() - experiment.startedAt.getTime()) / 1_000 / STRETCHES);
    const rows = await this.figures.closings(sql, retailerId, experiment.id, asOf, seconds);
    return closingSums(rows, compared, asOf);
  }

  private sentences(compared: Compared, { experiment, currency }: Present, language: LiftLanguage): readonly string[] {
    return liftSentences(compared.sums, compared.result, { language, windowDays: windowDaysOf(experiment), currency });
  }

  /** The ids of the brand's sequences that held people back, some of which may be deleted. See `FiguresRepository`. */
  sequencesOf(retailerId: string, brandId: string, limit: number): Promise<readonly string[]> {
    return this.figures.sequencesOf(this.database.of(retailerId), retailerId, brandId, limit);
  }

  /** The experiment that results are read from; null where nobody was ever held back. 404 as for `read`. */
  async experimentId(scope: ScopeName, number: number | undefined): Promise<string | null> {
    const experiments = await this.figures.experiments(this.database.of(scope.retailerId), scope);
    return wanted(experiments, number)?.id ?? null;
  }

  /** The experiment that is asked for, and those before it. */
  private async present(sql: Sql, asked: Omit<Asked, 'language'>): Promise<Present> {
    const { retailerId, number } = asked;
    const currency = (await this.retailers.get(retailerId)).currency ?? NO_CURRENCY;
    const experiments = await this.figures.experiments(sql, asked);
    const experiment = wanted(experiments, number);
    const earlier = experiments.filter((one) => one.number < (experiment?.number ?? 0));
    return { experiment, earlier, asOf: await clockOf(sql), currency };
  }

  private async figuresOf(sql: Sql, retailerId: string, { experiment, earlier, asOf }: Present): Promise<FigureRow[]> {
    if (!experiment) return [];
    const ids = [experiment, ...earlier].map(({ id }) => id);
    return this.figures.figures(sql, retailerId, ids, asOf);
  }

  private async recent(sql: Sql, retailerId: string, experiment: Experiment | null, now: Date): Promise<number> {
    if (!experiment) return 0;
    return this.figures.assignedSince(sql, retailerId, experiment.id, new Date(now.getTime() - RECENT_MS));
  }
}

function wanted(experiments: readonly Experiment[], number: number | undefined): Experiment | null {
  const experiment = experiments.find((one) => number === undefined || one.number === number) ?? null;
  if (number !== undefined && experiment === null) throw notFound('experiment');
  return experiment;
}
