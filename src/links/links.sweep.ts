import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { ClicksRepository } from './clicks/clicks.repository.js';
import { LinkTargetsService } from './targets/link-targets.service.js';

const KEPT_MS = 400 * 86_400_000;

/** Deletes clicks after 400 days, and targets that no email has used for so long. Their links are invalid then. */
@Injectable()
export class LinksSweep implements OnModuleInit {
  constructor(
    private readonly clicks: ClicksRepository,
    private readonly targets: LinkTargetsService,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('links', async () => {
      const before = new Date(Date.now() - KEPT_MS);
      await this.clicks.deleteBefore(before);
      await this.targets.deleteUnused(before);
    });
  }
}
