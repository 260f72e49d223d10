import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PersonalDataService, type PersonalDataSource } from '../personal-data/personal-data.service.js';

/** What is kept to install the app and to sign the customers of stores on. */
@Injectable()
export class PlatformAPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'platform-a';
  readonly layer = 'feature';
  readonly tables = ['platform_a_used_proofs', 'platform_a_app_subscriptions'];
  /** A purge must not break the install with which the store comes back. */
  readonly survives = { platform_a_oauth_states: 'hashes of random values, of no use after ten minutes' };

  constructor(private readonly personalData: PersonalDataService) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }
}
