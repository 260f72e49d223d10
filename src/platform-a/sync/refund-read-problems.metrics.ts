import { Inject, Injectable } from '@nestjs/common';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import { Counter, Registry } from 'prom-client';

export interface RefundRead {
  readonly retailerId: string;
  readonly orderId: string;
  /** The refunds whose amount is still unknown. */
  readonly unsettled: readonly string[];
  readonly problem: string | undefined;
}

/** Reports the reads of orders for their refunds. A refund with an unknown amount makes a customer's total too high. */
@Injectable()
export class PlatformARefundReadProblemsMetrics {
  private readonly counter: Counter<'result'>;

  constructor(
    registry: Registry,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {
    this.counter = new Counter({
      name: 'rekindle_refund_reads_total',
      help: 'Orders that were read because a delivery lacked the amount of a refund, by result: found or empty',
      labelNames: ['result'],
      registers: [registry],
    });
  }

  report({ retailerId, orderId, unsettled, problem }: RefundRead): void {
    this.counter.inc({ result: unsettled.length > 0 ? 'empty' : 'found' });
    if (unsettled.length === 0) return;
    const details = { retailerId, orderId, refunds: unsettled, ...(problem ? { problem } : {}) };
    this.logger.warn(details, 'the amount of a refund is unknown, and the store did not give it');
  }
}
