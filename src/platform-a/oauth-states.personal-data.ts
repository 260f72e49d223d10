import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PersonalData, type PersonalDataSource } from '../privacy/registry/personal-data.js';

/** Started installs. A purge must not break the one with which the store comes back. */
@Injectable()
export class OAuthStatesPersonalData implements PersonalDataSource, OnModuleInit {
  readonly name = 'oauth-states';
  readonly layer = 'feature';
  readonly tables = [];
  readonly survives = { oauth_states: 'hashes of random values, of no use after ten minutes' };

  constructor(private readonly personalData: PersonalData) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }
}
