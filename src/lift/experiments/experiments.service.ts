import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { clockOf, type Tx } from '#libs/database';
import { IsNull } from 'typeorm';
import { Runtime } from '../../config/runtime.js';
import { Experiment } from './experiment.entity.js';

const DAY_MS = 86_400_000;

/** The window of a holdout that names none, and of the global holdout. */
export const USUAL_WINDOW_DAYS = 14;

export const windowMsOf = (days: number): number => Math.round(days * DAY_MS);

/** What an experiment is about. */
export type Subject = Pick<Experiment, 'retailerId' | 'scope' | 'scopeId' | 'brandId'>;

/** How many people are held back, and for how long. 0 percent is off. */
export type HoldoutTerms = Pick<Experiment, 'percent' | 'windowMs'>;

/** Begins and ends experiments. */
@Injectable()
export class ExperimentsService {
  /** Whether windows have whole days. Tests and demos need windows of seconds. */
  readonly wantsWholeDays: boolean;

  constructor({ config }: Runtime) {
    this.wantsWholeDays = config.production;
  }

  /**
   * Makes the open experiment of the subject the one with these terms. Other terms, or `reset`, end the open one and
   * begin another one with its own salt. Windows that are open run on. Equal terms change nothing.
   */
  async follow(tx: Tx, subject: Subject, terms: HoldoutTerms, reset = false): Promise<void> {
    const experiments = tx.repository(Experiment);
    const { retailerId, scope, scopeId } = subject;
    const open = await experiments.findOne({
      where: { retailerId, scope, scopeId, endedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
    const isSame = (open?.percent ?? 0) === terms.percent && (!open || open.windowMs === terms.windowMs);
    if (isSame && (!open || !reset)) return;
    const now = await clockOf(tx);
    if (open) await experiments.update({ retailerId, id: open.id }, { endedAt: now });
    if (terms.percent === 0) return;
    const last = await experiments.maximum('number', { retailerId, scope, scopeId });
    await experiments.insert({
      ...subject,
      ...terms,
      id: randomUUID(),
      number: (last ?? 0) + 1,
      salt: randomBytes(16).toString('hex'),
      startedAt: now,
      endedAt: null,
    });
  }

  /** Ends the open experiment of the subject. */
  end(tx: Tx, subject: Subject): Promise<void> {
    return this.follow(tx, subject, { percent: 0, windowMs: 0 });
  }
}
