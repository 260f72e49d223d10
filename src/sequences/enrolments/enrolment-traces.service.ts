import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '#libs/database';
import { EmailTracesService } from '../../email/sending/email-traces.service.js';
import { EnrolmentRepository } from './enrolment.repository.js';

/** Says to which traces the emails of sequences belong. */
@Injectable()
export class EnrolmentTracesService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly enrolments: EnrolmentRepository,
    private readonly emails: EmailTracesService,
  ) {}

  onModuleInit(): void {
    this.emails.askTraces((retailerId, messages) =>
      this.enrolments.tracesOf(this.database.of(retailerId), retailerId, messages),
    );
  }
}
