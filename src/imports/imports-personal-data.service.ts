import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { type Person, tracesOf } from '../personal-data/person.js';
import {
  type Counts,
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { IMPORT_PROBLEMS } from './import-problems.js';
import { ImportsRepository } from './imports.repository.js';

/** Personal data in the files and the refused lines of imports. */
@Injectable()
export class ImportsPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'imports';
  readonly layer = 'feature';
  readonly tables = [
    'history_import_dry_run_rows',
    'history_import_parts',
    'history_import_refusals',
    'history_imports',
  ];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly imports: ImportsRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  /** Files that wait are deleted, because nobody can search their bytes. */
  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    const { retailerId } = person;
    return {
      removed: {
        history_import_refusals: await this.imports.eraseMentions(tx, retailerId, tracesOf(person)),
        history_imports: await this.imports.dropFiles(tx, retailerId, IMPORT_PROBLEMS.person_erased),
      },
    };
  }

  /** An erasure waits for running imports, whose bytes may name the person. They refuse the person's lines. */
  async rescanCustomer(sql: Sql, { retailerId }: Person): Promise<Counts> {
    return { history_imports: await this.imports.unread(sql, retailerId) };
  }
}
