import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { EmailService } from '../email/email.service.js';
import { EmailTemplates } from '../email/templates.service.js';
import { rulesOf, type Run, stepsOf } from './run.js';
import { type PlanLine, simulate } from './simulation.js';

/** The rules of sending, asked for a plan. */
@Injectable()
export class Simulator {
  constructor(
    private readonly email: EmailService,
    private readonly templates: EmailTemplates,
  ) {}

  run(tx: Tx, run: Run, customerIds: readonly string[]): Promise<PlanLine[]> {
    const { retailerId } = run;
    const rules = rulesOf(run);
    return simulate(stepsOf(run), run.createdAt, customerIds, {
      decide: (ids, at, sent) => this.email.decide(tx, retailerId, rules, ids, at, sent),
      breakages: async ({ templateId }, ids) => {
        const broken = ids.length > 0 ? await this.templates.breakages(tx, retailerId, templateId, ids) : [];
        return new Map(broken.map(({ customerId }) => [customerId, BROKEN]));
      },
    });
  }
}

/** As the ledger calls a mail that can't be made. */
const BROKEN = 'broken_mail';
