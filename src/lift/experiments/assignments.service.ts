import { Injectable } from '@nestjs/common';
import { clockOf, type Sql, type Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { SpendQueries } from '../../commerce/queries/spend.queries.js';
import { UnitFiguresService } from '../outcomes/unit-figures.service.js';
import type { Experiment, ExperimentScope } from './experiment.entity.js';
import { type Entrant, govern, mayGovern, type NewUnit, type Verdict } from './govern.js';
import { type EntryInto, type SequenceName, UnitRepository } from './unit.repository.js';

/** Why a customer is held back. */
export type HeldReason = 'holdout' | 'global_holdout';

/** The experiments that decide about entries into a sequence. */
export interface Governing {
  /** By the clock of Postgres, in whole milliseconds. */
  readonly now: Date;
  readonly experiments: readonly Experiment[];
}

interface EntrantVerdict {
  readonly entrant: Entrant;
  readonly verdict: Verdict;
}

const YEAR_MS = 365 * 86_400_000;

/** Decides who is held back, and records it. A recorded group never changes. */
@Injectable()
export class AssignmentsService {
  constructor(
    private readonly units: UnitRepository,
    private readonly spend: SpendQueries,
    private readonly outcomes: UnitFiguresService,
  ) {}

  /** Undefined where no experiment decides about entries into the sequence. */
  async governing(sql: Sql, sequence: SequenceName, locked: boolean): Promise<Governing | undefined> {
    const experiments = await this.units.experiments(sql, sequence, locked);
    if (experiments.length === 0) return undefined;
    const now = await clockOf(sql);
    const governing = experiments.filter((experiment) => mayGovern(experiment, now));
    return governing.length > 0 ? { now, experiments: governing } : undefined;
  }

  /** Who would be held back, by customer. Writes nothing. */
  async preview(
    sql: Sql,
    { retailerId }: Pick<EntryInto, 'retailerId'>,
    governing: Governing,
    entrants: readonly Entrant[],
  ): Promise<ReadonlyMap<string, HeldReason>> {
    return (await this.decide(sql, retailerId, governing, entrants)).held;
  }

  /** Records each entrant's group, and returns who is held back, by customer. Call it with a locked `governing`. */
  async assign(
    tx: Tx,
    into: EntryInto,
    governing: Governing,
    entrants: readonly Entrant[],
  ): Promise<ReadonlyMap<string, HeldReason>> {
    const { held, verdicts } = await this.decide(tx, into.retailerId, governing, entrants);
    const fresh = verdicts.flatMap(({ verdict }) => verdict.fresh ?? []);
    for (const units of groupBy(fresh, ({ experiment }) => experiment.id).values()) {
      await this.record(tx, into, units, governing.now);
    }
    await this.joinKnown(tx, into.retailerId, verdicts);
    return held;
  }

  /** Adds customers who are left out to the units of other records with their address. Assigns nobody. */
  async join(tx: Tx, retailerId: string, governing: Governing, leftOut: readonly Entrant[]): Promise<void> {
    await this.joinKnown(tx, retailerId, (await this.decide(tx, retailerId, governing, leftOut)).verdicts);
  }

  /** The orders of a record that joins count from now on. */
  private async joinKnown(tx: Tx, retailerId: string, verdicts: readonly EntrantVerdict[]): Promise<void> {
    const joining = verdicts.flatMap(({ entrant: { customerId }, verdict: { known } }) =>
      known && known.customerId !== customerId
        ? [{ experimentId: known.experimentId, personId: known.personId, customerId }]
        : [],
    );
    if (joining.length === 0) return;
    await this.units.join(tx, retailerId, joining);
    await this.outcomes.consume(
      tx,
      retailerId,
      joining.map(({ customerId }) => customerId),
    );
  }

  /** The brand's global holdout comes first: its members are in no experiment of a sequence. */
  private async decide(sql: Sql, retailerId: string, { now, experiments }: Governing, entrants: readonly Entrant[]) {
    const records = [...new Set(entrants.flatMap((entrant) => entrant.records))];
    const known = await this.units.known(
      sql,
      retailerId,
      records,
      experiments.map(({ id }) => id),
    );
    const byRecord = groupBy(known, ({ customerId }) => customerId);
    const within = (scope: ExperimentScope, entrant: Entrant): Verdict =>
      govern(
        experiments.filter((experiment) => experiment.scope === scope),
        entrant.records.flatMap((record) => byRecord.get(record) ?? []),
        entrant,
        now,
      );
    const held = new Map<string, HeldReason>();
    const verdicts: EntrantVerdict[] = [];
    for (const entrant of entrants) {
      const ofBrand = within('brand', entrant);
      const ofSequence = ofBrand.held ? undefined : within('sequence', entrant);
      verdicts.push({ entrant, verdict: ofBrand }, ...(ofSequence ? [{ entrant, verdict: ofSequence }] : []));
      if (ofBrand.held) held.set(entrant.customerId, 'global_holdout');
      else if (ofSequence?.held) held.set(entrant.customerId, 'holdout');
    }
    return { held, verdicts };
  }

  /** Records new units of one experiment, with every record of their people. */
  private async record(tx: Tx, into: EntryInto, units: readonly NewUnit[], now: Date): Promise<void> {
    const [first] = units;
    if (!first) return;
    const { experiment } = first;
    const records = units.flatMap(({ entrant: { records: all, hashedId } }) =>
      all.map((customerId) => ({ customerId, personId: hashedId, experimentId: experiment.id })),
    );
    const yearBefore = new Date(now.getTime() - YEAR_MS);
    const spend = await this.spend.netBetween(tx, into.retailerId, records, yearBefore, now);
    await this.units.insert(tx, into, experiment, units, now, spend);
    await this.units.join(tx, into.retailerId, records);
  }
}
