import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

const OUTCOMES = ['personal', 'fallback', 'late'] as const;

/** Counts which images emails are sent with. */
@Injectable()
export class PersonalImageMetrics {
  private readonly images: Counter<'outcome'>;

  constructor(registry: Registry) {
    this.images = new Counter({
      name: 'rekindle_personal_images_total',
      help:
        'Places for personal images in emails: the image of the person, that of the request because a fact is missing, ' +
        'or that of the request because the image was not ready in time',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of OUTCOMES) this.images.inc({ outcome }, 0);
  }

  count(outcome: (typeof OUTCOMES)[number], images: number): void {
    if (images > 0) this.images.inc({ outcome }, images);
  }
}
