import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** Counts the clicks on links of emails. */
@Injectable()
export class ClicksMetrics {
  private readonly clicks: Counter<'kind'>;
  private readonly droppedLinks: Counter;

  constructor(registry: Registry) {
    this.clicks = new Counter({
      name: 'rekindle_clicks_total',
      help: 'Clicks on links of emails, by kind: human (once per person and link) or robot, as judged when they came',
      labelNames: ['kind'],
      registers: [registry],
    });
    this.droppedLinks = new Counter({
      name: 'rekindle_dropped_links_total',
      help: "Links of emails that lead to the store's front page, because their own host is not allowed",
      registers: [registry],
    });
    for (const kind of ['human', 'robot']) this.clicks.inc({ kind }, 0);
  }

  clicked(kind: 'human' | 'robot', clicks: number): void {
    this.clicks.inc({ kind }, clicks);
  }

  dropped(links: number): void {
    this.droppedLinks.inc(links);
  }
}
