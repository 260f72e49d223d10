import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { CLICKS_KEPT_DAYS } from '../months/month-tables.js';
import { ClicksRepository } from './clicks/clicks.repository.js';
import { LinkTargetsService } from './targets/link-targets.service.js';

const DAY_MS = 86_400_000;
/** A month of clicks goes when the last of them is old enough, and the first is older by a month. */
const LONGEST_MONTH_DAYS = 32;

/**
 * Deletes clicks that go with no month, and targets that no email has used for 400 days. Their links are invalid then.
 */
@Injectable()
export class LinksSweep implements OnModuleInit {
  constructor(
    private readonly clicks: ClicksRepository,
    private readonly targets: LinkTargetsService,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('links', async () => {
      const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
      await this.clicks.deleteBefore(daysAgo(CLICKS_KEPT_DAYS + LONGEST_MONTH_DAYS));
      await this.targets.deleteUnused(daysAgo(CLICKS_KEPT_DAYS));
    });
  }
}
