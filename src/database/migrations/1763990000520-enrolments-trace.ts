import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace that the emails of an enrolment belong to. */
export class EnrolmentsTrace1763990000520 implements MigrationInterface {
  name = 'EnrolmentsTrace1763990000520';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE enrolments ADD trace_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE enrolments DROP trace_id');
  }
}
