import { join } from 'node:path';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { FileMailer, Mailer, SmtpMailer } from '#libs/mailer';
import { CommerceModule } from '../commerce/commerce.module.js';
import { Runtime } from '../config/runtime.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { EligibilityRepository } from './decision/eligibility.repository.js';
import { RecipientConsentService } from './consent/recipient-consent.service.js';
import { SuppressionRepository } from './consent/suppression.repository.js';
import { UnsubscribeController } from './consent/unsubscribe.controller.js';
import { UnsubscribeService } from './consent/unsubscribe.service.js';
import { EmailPersonalDataService } from './email-personal-data.service.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { EmailService } from './email.service.js';
import { HeldMessagesService } from './sending/held-messages.service.js';
import { LedgerService } from './sending/ledger.service.js';
import { LedgerQueries } from './ledger/ledger.queries.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { SendRatesRepository } from './ledger/send-rates.repository.js';
import { MailAssetsService } from './templates/mail-assets.service.js';
import { EmailEventsController } from './reports/email-events.controller.js';
import { EmailEventsGuard } from './reports/email-events.guard.js';
import { EmailEventsService } from './reports/email-events.service.js';
import { EmailHandler } from './sending/email.handler.js';
import { MailLinksService } from './consent/mail-links.service.js';
import { MailMakerService } from './sending/mail-maker.service.js';
import { MailSenderService } from './sending/mail-sender.service.js';
import { SettledListenersService } from './sending/settled-listeners.service.js';
import { TemplatesService } from './templates/templates.service.js';
import { BrandMailService } from './templates/brand-mail.service.js';
import { MailFillerService } from './templates/mail-filler.service.js';
import { TemplateCompilerService } from './templates/template-compiler.service.js';
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
    BrandMailService,
    EligibilityRepository,
    EmailHandler,
    EmailPersonalDataService,
    EmailService,
    TemplatesService,
    HeldMessagesService,
    LedgerService,
    LedgerQueries,
    LedgerRepository,
    MailAssetsService,
    MailFillerService,
    MailLinksService,
    MailMakerService,
    MailSenderService,
    SendRatesRepository,
    SettledListenersService,
    SuppressionRepository,
    TemplateCompilerService,
    TemplateRepository,
  ],
  exports: [
    BrandMailService,
    EmailService,
    TemplatesService,
    LedgerQueries,
    MailAssetsService,
    MailLinksService,
    SuppressionRepository,
  ],
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
  providers: [UnsubscribeService, RecipientConsentService, EmailEventsService, EmailEventsGuard],
})
export class EmailApiModule {}
