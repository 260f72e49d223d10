import { Module } from '@nestjs/common';
import { EmailService } from './email.service.js';
import { MailAssets } from './mail-assets.js';
import { EmailTemplates } from './templates.service.js';

/** Mails: templates, the send ledger, who may be mailed, delivery. */
@Module({
  providers: [EmailService, EmailTemplates, MailAssets],
  exports: [EmailService, EmailTemplates, MailAssets],
})
export class EmailModule {}
