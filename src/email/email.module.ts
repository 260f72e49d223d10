import { join } from 'node:path';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { FileMailer, Mailer, SmtpMailer } from '#libs/mailer';
import { CommerceModule } from '../commerce/commerce.module.js';
import { Runtime } from '../config/runtime.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { Eligibility } from './consent/eligibility.js';
import { RecipientConsent } from './consent/recipient-consent.js';
import { SuppressionRepository } from './consent/suppression.repository.js';
import { UnsubscribeController } from './consent/unsubscribe.controller.js';
import { UnsubscribeService } from './consent/unsubscribe.service.js';
import { EmailPersonalData } from './email.personal-data.js';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { EmailService } from './email.service.js';
import { Ledger } from './ledger/ledger.js';
import { LedgerQueries } from './ledger/ledger.queries.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { SendRates } from './ledger/send-rates.js';
import { MailAssets } from './mail-assets.js';
import { EmailEventsController } from './reports/email-events.controller.js';
import { EmailEventsGuard } from './reports/email-events.guard.js';
import { EmailEventsService } from './reports/email-events.service.js';
import { EmailHandler } from './sending/email.handler.js';
import { MailLinks } from './sending/mail-links.js';
import { MailMaker } from './sending/mail-maker.js';
import { MailSender } from './sending/mail-sender.js';
import { SettledListeners } from './sending/settled-listeners.js';
import { EmailTemplates } from './templates.service.js';
import { BrandMail } from './templates/brand-mail.js';
import { MailFiller } from './templates/mail-filler.service.js';
import { TemplateCompiler } from './templates/template-compiler.service.js';
import { TemplateRepository } from './templates/template.repository.js';

/** An SMTP server where one is named, otherwise files. */
function mailerOf({ config: { email, dataDir } }: Runtime): Mailer {
  const { smtpUrl, connections, dkim } = email;
  return smtpUrl
    ? new SmtpMailer({ url: smtpUrl, connections, dkim })
    : new FileMailer({ folder: join(dataDir, 'outbox'), dkim });
}

/** Mails: templates, the send ledger, who may be mailed, delivery. */
@Module({
  imports: [PersonalDataModule, RetailersModule, CommerceModule, SegmentationModule],
  providers: [
    { provide: Mailer, inject: [Runtime], useFactory: mailerOf },
    BrandMail,
    Eligibility,
    EmailHandler,
    EmailPersonalData,
    EmailService,
    EmailTemplates,
    Ledger,
    LedgerQueries,
    LedgerRepository,
    MailAssets,
    MailFiller,
    MailLinks,
    MailMaker,
    MailSender,
    SendRates,
    SettledListeners,
    SuppressionRepository,
    TemplateCompiler,
    TemplateRepository,
  ],
  exports: [BrandMail, EmailService, EmailTemplates, LedgerQueries, MailAssets, MailLinks, SuppressionRepository],
})
export class EmailModule implements OnApplicationShutdown {
  constructor(@Inject(Mailer) private readonly mailer: Mailer) {}

  onApplicationShutdown(): Promise<void> {
    return this.mailer.close();
  }
}

/** What an api process answers about mails. */
@Module({
  imports: [EmailModule, RetailersModule, CommerceModule],
  controllers: [UnsubscribeController, EmailEventsController],
  providers: [UnsubscribeService, RecipientConsent, EmailEventsService, EmailEventsGuard],
})
export class EmailApiModule {}
