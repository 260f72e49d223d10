import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import {
  type CustomerChangeConsumer,
  CustomerChangeConsumersService,
} from '../../commerce/queries/customer-change-consumers.service.js';
import { EmailService } from '../../email/email.service.js';
import { EnrolmentRepository } from './enrolment.repository.js';

/**
 * Ends sequences with `exitOnOrder` for customers whose order has arrived. A message that is about to be sent meanwhile
 * is stopped by the decision at the moment of sending, which asks the same question.
 */
@Injectable()
export class OrderExitsService implements CustomerChangeConsumer, OnModuleInit {
  constructor(
    private readonly enrolments: EnrolmentRepository,
    private readonly email: EmailService,
    private readonly changes: CustomerChangeConsumersService,
  ) {}

  onModuleInit(): void {
    this.changes.register(this);
  }

  async consume(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<void> {
    const ended = await this.enrolments.leaveOrdered(tx, retailerId, customerIds, 'ordered');
    for (const { executionId, customerIds: gone } of ended) {
      await this.email.leave(tx, retailerId, executionId, gone, 'ordered');
    }
  }
}
