import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { PlatformLabelsService } from '../../retailers/platform-labels.service.js';
import { PLATFORMS } from '../../retailers/retailer.entity.js';

const KINDS = ['human', 'robot'] as const;

/** Counts the clicks on links of emails. */
@Injectable()
export class ClicksMetrics {
  private readonly clicks: Counter<'kind' | 'platform'>;
  private readonly droppedLinks: Counter;

  constructor(
    registry: Registry,
    private readonly platforms: PlatformLabelsService,
  ) {
    this.clicks = new Counter({
      name: 'rekindle_clicks_total',
      help: 'Clicks on links of emails, by platform and kind: human (once per person and link) or robot, as judged when they came',
      labelNames: ['kind', 'platform'],
      registers: [registry],
    });
    this.droppedLinks = new Counter({
      name: 'rekindle_dropped_links_total',
      help: "Links of emails that lead to the store's front page, because their own host is not allowed",
      registers: [registry],
    });
    for (const kind of KINDS) {
      for (const platform of PLATFORMS) this.clicks.inc({ kind, platform }, 0);
    }
  }

  clicked(retailerId: string, clicks: Readonly<Record<(typeof KINDS)[number], number>>): void {
    this.platforms.use(retailerId, (platform) => {
      for (const kind of KINDS) this.clicks.inc({ kind, platform }, clicks[kind]);
    });
  }

  dropped(links: number): void {
    this.droppedLinks.inc(links);
  }
}
