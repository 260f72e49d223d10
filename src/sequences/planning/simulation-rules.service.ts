import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { ConditionsService } from '../../email/decision/conditions.service.js';
import { EmailService } from '../../email/email.service.js';
import { TemplatesService } from '../../email/templates/templates.service.js';
import { emailFor, rulesOf, type Run, type RunStep } from '../runs/run.js';
import type { SimulationRules } from '../runs/simulation.js';

/** The rules of sending for a dry run. */
@Injectable()
export class SimulationRulesService {
  constructor(
    private readonly email: EmailService,
    private readonly templates: TemplatesService,
    private readonly conditions: ConditionsService,
  ) {}

  of(tx: Tx, run: Run): SimulationRules {
    const { retailerId } = run;
    const rules = rulesOf(run);
    return {
      decide: (ids, at, sent) => this.email.decide(tx, retailerId, rules, ids, at, sent),
      breakages: (step, ids) => this.breakages(tx, run, step, ids),
      members: (segment, ids) => this.conditions.members(tx, retailerId, rules.brandId, segment, ids),
      variantOf: (step, id) => emailFor(run, step, id).variant,
    };
  }

  private async breakages(
    tx: Tx,
    run: Run,
    step: RunStep,
    customerIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const broken = new Map<string, string>();
    for (const [templateId, ids] of groupBy(customerIds, (id) => emailFor(run, step, id).templateId)) {
      const found = await this.templates.breakages(tx, run.retailerId, templateId, ids);
      for (const { customerId } of found) broken.set(customerId, BROKEN);
    }
    return broken;
  }
}

/** The reason in the ledger for an email that can't be made. */
const BROKEN = 'broken_mail';
