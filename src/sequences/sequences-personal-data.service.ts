import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { In } from 'typeorm';
import type { Person } from '../personal-data/person.js';
import {
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { Enrolment } from './enrolments/enrolment.entity.js';
import { VariantOutcomesService } from './variants/variant-outcomes.service.js';
import { VariantUnit } from './variants/variant-unit.entity.js';
import { PlannedMessage } from './runs/planned-message.entity.js';

/**
 * A person's enrolments and lines of plans, for exports and erasures. The module `email` erases the emails themselves.
 */
@Injectable()
export class SequencesPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'sequences';
  readonly layer = 'feature';
  readonly tables = [
    'planned_messages',
    'enrolments',
    'executions',
    'variant_units',
    'variant_sums',
    'variant_epochs',
    'sequence_plans',
    'sequence_versions',
    'sequences',
  ];
  readonly erasesOnly = ['planned_messages', 'enrolments', 'variant_units'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly variants: VariantOutcomesService,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async exportCustomer(sql: Sql, person: Person): Promise<Record<string, unknown>> {
    const order = { enrolledAt: 'ASC', executionId: 'ASC' } as const;
    const found = await sql.using(Enrolment, (enrolments) => enrolments.find({ where: rowsOf(person), order }));
    const units = await sql.using(VariantUnit, (variants) =>
      variants.find({ where: rowsOf(person), order: { sequenceId: 'ASC', stepId: 'ASC' } }),
    );
    return {
      variants: units.map(({ sequenceId, stepId, variant, startsAt }) => ({ sequenceId, stepId, variant, startsAt })),
      sequences: found.map(({ sequenceId, executionId, status, reason, enrolledAt }) => ({
        sequenceId,
        executionId,
        state: status,
        reason,
        enrolledAt,
      })),
    };
  }

  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    const planned = await tx.repository(PlannedMessage).delete(rowsOf(person));
    const enrolments = await tx.repository(Enrolment).delete(rowsOf(person));
    const variants = await this.variants.erase(tx, person.retailerId, person.customerIds);
    return {
      removed: {
        planned_messages: planned.affected ?? 0,
        enrolments: enrolments.affected ?? 0,
        variant_units: variants,
      },
    };
  }
}

const rowsOf = ({ retailerId, customerIds }: Person) => ({ retailerId, customerId: In(customerIds) });
