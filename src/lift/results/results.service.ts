import { Injectable } from '@nestjs/common';
import { clockOf, Database, type Sql } from '#libs/database';
import { notFound } from '#libs/kernel';
import { attributionSentence, type LiftLanguage, liftSentences, NO_CURRENCY } from '#libs/lift';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { Experiment } from '../experiments/experiment.entity.js';
import { FiguresRepository, type ScopeName } from './figures.repository.js';
import { compare } from './groups.js';
import { resultsAnswer, windowDaysOf } from './results-answer.js';
import type { AttributedAnswer, Notice, ResultsAnswer } from './results.dto.js';

const RECENT_MS = 28 * 86_400_000;

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
    const { retailerId, sequenceId, brandId, number, language } = asked;
    const currency = (await this.retailers.get(retailerId)).currency ?? NO_CURRENCY;
    const sql = this.database.of(retailerId);
    const experiments = await this.figures.experiments(sql, asked);
    const experiment = experiments.find((one) => number === undefined || one.number === number) ?? null;
    if (number !== undefined && experiment === null) throw notFound('experiment');
    const asOf = await clockOf(sql);
    const earlier = experiments.filter((one) => one.number < (experiment?.number ?? 0));
    const [figures, recent, beside] = await Promise.all([
      this.rows(sql, retailerId, experiment ? [experiment, ...earlier] : [], asOf),
      this.recent(sql, retailerId, experiment, asOf),
      readBeside(sql, experiment, currency),
    ]);
    const compared = compare(experiment, figures);
    const { byCode, byClick } = beside.attributed;
    const sentences = [
      ...liftSentences(compared.sums, compared.result, { language, windowDays: windowDaysOf(experiment), currency }),
      ...(byCode.orders + byClick.orders > 0 ? [attributionSentence(language, byCode.orders, byClick.orders)] : []),
    ];
    const about = { sequenceId, brandId, asOf, currency, experiment, earlier };
    return resultsAnswer({ ...about, figures, recent, ...beside, sentences }, compared);
  }

  private async rows(sql: Sql, retailerId: string, experiments: readonly Experiment[], now: Date) {
    if (experiments.length === 0) return [];
    const ids = experiments.map(({ id }) => id);
    return this.figures.figures(sql, retailerId, ids, now);
  }

  private async recent(sql: Sql, retailerId: string, experiment: Experiment | null, now: Date): Promise<number> {
    if (!experiment) return 0;
    return this.figures.assignedSince(sql, retailerId, experiment.id, new Date(now.getTime() - RECENT_MS));
  }
}
