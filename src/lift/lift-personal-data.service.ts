import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PersonalDataService, type PersonalDataSource } from '../personal-data/personal-data.service.js';

/** Which people are in which experiments. */
@Injectable()
export class LiftPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'lift';
  readonly layer = 'feature';
  readonly tables = ['experiment_people', 'experiment_units', 'experiment_sums', 'experiments'];

  constructor(private readonly personalData: PersonalDataService) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }
}
