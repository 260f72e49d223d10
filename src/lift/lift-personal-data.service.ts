import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type Counts,
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { UnitRepository } from './experiments/unit.repository.js';
import { UnitFiguresService } from './outcomes/unit-figures.service.js';

/** Which people are in which experiments. */
@Injectable()
export class LiftPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'lift';
  readonly layer = 'feature';
  readonly tables = ['experiment_people', 'experiment_units', 'experiment_sums', 'experiments'];
  readonly erasesOnly = ['experiment_people'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly outcomes: UnitFiguresService,
    private readonly units: UnitRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async exportCustomer(sql: Sql, { retailerId, customerIds }: Person): Promise<Record<string, unknown>> {
    return { experiments: await this.units.ofCustomers(sql, retailerId, customerIds) };
  }

  /** The orders still name the person, so the figures that stay are the last ones. */
  async beforeErasure(tx: Tx, { retailerId, customerIds }: Person): Promise<Counts> {
    return { experiment_units: await this.outcomes.erase(tx, retailerId, customerIds) };
  }

  /** `beforeErasure` has erased the units. There is another one only if the person was assigned since then. */
  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    return { removed: await this.beforeErasure(tx, person) };
  }
}
