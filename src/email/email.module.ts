import { join } from 'node:path';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { FileMailer, Mailer, SmtpMailer } from '#libs/mailer';
import { CommerceModule } from '../commerce/commerce.module.js';
import { Runtime } from '../config/runtime.js';
import { EmailViewController } from './view/email-view.controller.js';
import { EmailViewService } from './view/email-view.service.js';
import { EventsModule } from '../events/events.module.js';
import { LinksModule } from '../links/links.module.js';
import { OffersModule } from '../offers/offers.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { CustomerConsentService } from './consent/customer-consent.service.js';
import { LapsedCustomersService } from './decision/lapsed-customers.service.js';
import { LapsedCustomersQueries } from './decision/lapsed-customers.queries.js';
import { AudienceStateQueries } from './decision/audience-state.queries.js';
import { ConditionsService } from './decision/conditions.service.js';
import { EligibilityService } from './decision/eligibility.service.js';
import { RecipientConsentService } from './consent/recipient-consent.service.js';
import { SuppressionRepository } from './consent/suppression.repository.js';
import { UnsubscribeController } from './consent/unsubscribe.controller.js';
import { UnsubscribeService } from './consent/unsubscribe.service.js';
import { SuppressionImportsHandler } from './suppressions/suppression-imports.handler.js';
import { SuppressionImportsRepository } from './suppressions/suppression-imports.repository.js';
import { SuppressionUploadsService } from './suppressions/suppression-uploads.service.js';
import { RetailerSuppressionsController, SuppressionsController } from './suppressions/suppressions.controller.js';
import { SuppressionsService } from './suppressions/suppressions.service.js';
import { DeliverabilityController, RetailerDeliverabilityController } from './senders/deliverability.controller.js';
import { DeliverabilityService } from './senders/deliverability.service.js';
import { NodeTxtResolver, TxtResolver } from './senders/txt-resolver.js';
import { ConsentMetrics } from './consent/consent.metrics.js';
import { ConsentWritesController, RetailerConsentWritesController } from './consent/consent-writes.controller.js';
import { ConsentWritesHandler } from './consent/consent-writes.handler.js';
import { ConsentWritesRepository } from './consent/consent-writes.repository.js';
import { StoresModule } from '../stores/stores.module.js';
import { GovernorHandler } from './senders/governor.handler.js';
import { GovernorService } from './senders/governor.service.js';
import { DueMessagesMetrics } from './ledger/due-messages.metrics.js';
import { EmailMetrics } from './sending/email.metrics.js';
import { ReputationMetrics } from './senders/reputation.metrics.js';
import { ReputationRepository } from './senders/reputation.repository.js';
import { RecipientOutcomesService } from './consent/recipient-outcomes.service.js';
import { ConfirmationsHandler } from './confirmations/confirmations.handler.js';
import { ConfirmationsRepository } from './consent/confirmations.repository.js';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { EmailPersonalDataService } from './email-personal-data.service.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { EmailService } from './email.service.js';
import { MessageImagesQueries } from './images/message-images.queries.js';
import { MessageImagesService } from './images/message-images.service.js';
import { MessageImagesPersonalDataService } from './images/message-images-personal-data.service.js';
import { MessagePartsService } from './sending/message-parts.service.js';
import { NewMessagesService } from './sending/new-messages.service.js';
import { PersonalImageMetrics } from './images/personal-image.metrics.js';
import { MessageListService } from './message-list.service.js';
import { HeldMessagesService } from './sending/held-messages.service.js';
import { SentEventsService } from './sending/sent-events.service.js';
import { LedgerService } from './sending/ledger.service.js';
import { LinkedMessagesService } from './sending/linked-messages.service.js';
import { HoldsRepository } from './ledger/holds.repository.js';
import { LedgerQueries } from './ledger/ledger.queries.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { SendingMonthsRepository } from './ledger/sending-months.repository.js';
import { SendRatesRepository } from './ledger/send-rates.repository.js';
import { EmailAssetsService } from './templates/email-assets.service.js';
import { EmailEventsController } from './reports/email-events.controller.js';
import { EmailEventsGuard } from './reports/email-events.guard.js';
import { EmailEventsService } from './reports/email-events.service.js';
import { EmailHandler } from './sending/email.handler.js';
import { EmailLinksService } from './consent/email-links.service.js';
import { MessageLinksService } from './sending/message-links.service.js';
import { EmailMakerService } from './sending/email-maker.service.js';
import { MessageOffersService } from './sending/message-offers.service.js';
import { RefusalsService } from './sending/refusals.service.js';
import { WaitingMessagesService } from './sending/waiting-messages.service.js';
import { EmailTracesService } from './sending/email-traces.service.js';
import { EmailSenderService } from './sending/email-sender.service.js';
import { SettledListenersService } from './sending/settled-listeners.service.js';
import { TemplatesService } from './templates/templates.service.js';
import { BrandProfileService } from './templates/brand-profile.service.js';
import { EmailFillerService } from './templates/email-filler.service.js';
import { ProductListsService } from './templates/product-lists.service.js';
import { RecipientScopesService } from './templates/recipient-scopes.service.js';
import { TemplateCompilerService } from './templates/template-compiler.service.js';
import { TemplateCacheService } from './templates/template-cache.service.js';
import { TemplateRepository } from './templates/template.repository.js';

/** The mailer sends through the configured SMTP server. Without one, it writes files. */
function mailerOf({ config: { email, dataDir } }: Runtime, metrics: EmailMetrics): Mailer {
  const { smtpUrl, connections, dkim } = email;
  return metrics.counting(
    smtpUrl
      ? new SmtpMailer({ url: smtpUrl, connections, dkim })
      : new FileMailer({ folder: join(dataDir, 'outbox'), dkim }),
  );
}

/** Emails: templates, the send ledger, the rules of sending, and delivery. */
@Module({
  imports: [
    EventsModule,
    PersonalDataModule,
    RetailersModule,
    CommerceModule,
    SegmentationModule,
    LinksModule,
    OffersModule,
    StoresModule,
  ],
  providers: [
    AudienceStateQueries,
    CustomerConsentService,
    LapsedCustomersQueries,
    LapsedCustomersService,
    { provide: Mailer, inject: [Runtime, EmailMetrics], useFactory: mailerOf },
    EmailMetrics,
    DueMessagesMetrics,
    {
      provide: TxtResolver,
      inject: [Runtime],
      useFactory: ({ config }: Runtime) => new NodeTxtResolver(config.email.dnsServers),
    },
    ConfirmationsHandler,
    ConfirmationsRepository,
    RecipientOutcomesService,
    BrandProfileService,
    ConditionsService,
    ConsentMetrics,
    ConsentWritesHandler,
    ConsentWritesRepository,
    DeliverabilityService,
    EligibilityService,
    EmailHandler,
    GovernorHandler,
    GovernorService,
    ReputationMetrics,
    ReputationRepository,
    // Registered first, because its table refers to the ledger's.
    MessageImagesPersonalDataService,
    EmailPersonalDataService,
    EmailService,
    MessageListService,
    TemplatesService,
    HeldMessagesService,
    HoldsRepository,
    LedgerService,
    SentEventsService,
    LinkedMessagesService,
    MessageLinksService,
    LedgerQueries,
    LedgerRepository,
    SendingMonthsRepository,
    EmailAssetsService,
    EmailFillerService,
    ProductListsService,
    RecipientScopesService,
    EmailLinksService,
    EmailMakerService,
    EmailSenderService,
    EmailTracesService,
    MessageImagesQueries,
    MessageImagesService,
    MessagePartsService,
    NewMessagesService,
    PersonalImageMetrics,
    MessageOffersService,
    RefusalsService,
    WaitingMessagesService,
    SendRatesRepository,
    SettledListenersService,
    SuppressionImportsHandler,
    SuppressionImportsRepository,
    SuppressionRepository,
    TemplateCacheService,
    TemplateCompilerService,
    TemplateRepository,
  ],
  exports: [
    MessageImagesQueries,
    MessageImagesService,
    WaitingMessagesService,
    ConfirmationsRepository,
    GovernorService,
    ConsentWritesRepository,
    BrandProfileService,
    ConditionsService,
    AudienceStateQueries,
    CustomerConsentService,
    LapsedCustomersService,
    DeliverabilityService,
    EmailService,
    MessageListService,
    TemplatesService,
    LedgerQueries,
    EmailAssetsService,
    EmailLinksService,
    EmailMakerService,
    EmailTracesService,
    LedgerRepository,
    SuppressionImportsRepository,
    MessageOffersService,
    MessagePartsService,
    SuppressionRepository,
  ],
})
export class EmailModule implements OnApplicationShutdown {
  constructor(@Inject(Mailer) private readonly mailer: Mailer) {}

  onApplicationShutdown(): Promise<void> {
    return this.mailer.close();
  }
}

/** The HTTP endpoints about emails. */
@Module({
  imports: [EmailModule, RetailersModule, CommerceModule, LinksModule, AdminRoutesModule],
  controllers: [
    UnsubscribeController,
    DeliverabilityController,
    RetailerDeliverabilityController,
    EmailEventsController,
    EmailViewController,
    ConsentWritesController,
    RetailerConsentWritesController,
    SuppressionsController,
    RetailerSuppressionsController,
  ],
  providers: [
    EmailViewService,
    UnsubscribeService,
    RecipientConsentService,
    EmailEventsService,
    EmailEventsGuard,
    SuppressionUploadsService,
    SuppressionsService,
  ],
})
export class EmailApiModule {}
