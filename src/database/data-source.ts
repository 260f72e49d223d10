import { ROW_SECURITY, SnakeCaseStrategy } from '#libs/database';
import pg, { type ClientBase } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { AdminAction } from '../admin-actions/admin-action.entity.js';
import { IssuedToken } from '../auth/issued-token.entity.js';
import { OneTimeCode } from '../auth/one-time-code.entity.js';
import { RefreshToken } from '../auth/refresh-token.entity.js';
import { RetailerUserEntity } from '../auth/retailer-user.entity.js';
import { CustomerChange } from '../commerce/model/customer-change.entity.js';
import { CustomerIdentity } from '../commerce/gone/customer-identity.entity.js';
import { DeletedOrder } from '../commerce/gone/deleted-order.entity.js';
import { ImportReplacement } from '../commerce/imported/import-replacement.entity.js';
import { ImportedCustomerId } from '../commerce/imported/imported-customer.entity.js';
import { Customer } from '../commerce/model/customer.entity.js';
import { OrderCodeChange } from '../commerce/model/order-code-change.entity.js';
import { Order } from '../commerce/model/order.entity.js';
import { Product } from '../commerce/model/product.entity.js';
import { Recount } from '../commerce/recount/recount.entity.js';
import { Refund } from '../commerce/model/refund.entity.js';
import { EmailEvent } from '../email/consent/email-event.entity.js';
import { Suppression } from '../email/consent/suppression.entity.js';
import { ConsentWrite } from '../email/consent/consent-write.entity.js';
import { ConfirmationRequest } from '../email/ledger/confirmation-request.entity.js';
import { StreamHold } from '../email/ledger/stream-hold.entity.js';
import { SuppressionImport } from '../email/suppressions/suppression-import.entity.js';
import { SuppressionImportPart } from '../email/suppressions/suppression-import-part.entity.js';
import { SuppressionRefusal } from '../email/suppressions/suppression-refusal.entity.js';
import { SendRate } from '../email/ledger/send-rate.entity.js';
import { SendingMonth } from '../email/ledger/sending-month.entity.js';
import { EventAttempt } from '../events/endpoints/event-attempt.entity.js';
import { EventEndpoint } from '../events/endpoints/event-endpoint.entity.js';
import { EventHead } from '../events/log/event-head.entity.js';
import { LoggedEvent } from '../events/log/logged-event.entity.js';
import { Dispatch } from '../email/ledger/dispatch.entity.js';
import { MessageImage } from '../email/images/message-image.entity.js';
import { Message } from '../email/ledger/message.entity.js';
import { EmailTemplate } from '../email/templates/template.entity.js';
import { HistoryImport } from '../imports/history-import.entity.js';
import { DryRunRow } from '../imports/dry-run-row.entity.js';
import { HistoryImportPart } from '../imports/history-import-part.entity.js';
import { HistoryImportRefusal } from '../imports/history-import-refusal.entity.js';
import { IdempotencyKey } from '../idempotency/idempotency-key.entity.js';
import { ImageApproval } from '../image-generation/requests/image-approval.entity.js';
import { ImageBudget } from '../image-generation/providers/image-budget.entity.js';
import { ImageFile } from '../image-generation/storage/image-file.entity.js';
import { ImageRender } from '../image-generation/renders/image-render.entity.js';
import { ImageRequest } from '../image-generation/requests/image-request.entity.js';
import { ImageTurn } from '../image-generation/turns/image-turn.entity.js';
import { ImageSource } from '../image-generation/storage/image-source.entity.js';
import { PersonalImageRow } from '../image-generation/personal/personal-image.entity.js';
import { ProviderCall } from '../image-generation/providers/provider-call.entity.js';
import { Experiment } from '../lift/experiments/experiment.entity.js';
import { ExperimentPerson } from '../lift/experiments/experiment-person.entity.js';
import { ExperimentSums } from '../lift/experiments/experiment-sums.entity.js';
import { ExperimentUnit } from '../lift/experiments/experiment-unit.entity.js';
import { EmailOpen } from '../links/clicks/email-open.entity.js';
import { LinkClick } from '../links/clicks/link-click.entity.js';
import { LinkTarget } from '../links/targets/link-target.entity.js';
import { Delivery } from '../inbox/delivery.entity.js';
import { OfferBatch } from '../offers/offer-batch.entity.js';
import { OfferCode } from '../offers/offer-code.entity.js';
import { OfferExecution } from '../offers/offer-execution.entity.js';
import { OfferRedemption } from '../offers/offer-redemption.entity.js';
import { OfferRow } from '../offers/offer.entity.js';
import { OfferWork } from '../offers/offer-work.entity.js';
import { CodeCreation } from '../platform-a/discounts/code-creation.entity.js';
import { OAuthState } from '../platform-a/install/oauth-state.entity.js';
import { OrderRead } from '../platform-b/sync/order-read.entity.js';
import { PlatformBStore } from '../platform-b/client/store.entity.js';
import { PlatformBSubscriber } from '../platform-b/consents/subscriber.entity.js';
import { UsedToken } from '../platform-b/install/used-token.entity.js';
import { PlatformBUser } from '../platform-b/install/user.entity.js';
import { AppSubscriptionCopy } from '../platform-a/subscriptions/app-subscription-copy.entity.js';
import { PrivacyExport } from '../privacy/privacy-export.entity.js';
import { PrivacyRequest } from '../privacy/privacy-request.entity.js';
import { Tombstone } from '../personal-data/tombstone.entity.js';
import { Brand } from '../retailers/brand.entity.js';
import { Credentials } from '../retailers/credentials.entity.js';
import { MultipassSecret } from '../retailers/multipass-secret.entity.js';
import { RetailerFlag } from '../retailers/retailer-flag.entity.js';
import { Retailer } from '../retailers/retailer.entity.js';
import { Membership } from '../segmentation/membership/membership.entity.js';
import { NextChange } from '../segmentation/clock/next-change.entity.js';
import { RfmRun } from '../segmentation/rfm/rfm-run.entity.js';
import { SegmentEvent } from '../segmentation/events/segment-event.entity.js';
import { Segment } from '../segmentation/definitions/segment.entity.js';
import { Transition } from '../segmentation/membership/transition.entity.js';
import { UsedProof } from '../platform-a/customer-sso/used-proof.entity.js';
import { Backfill } from '../stores/backfill/backfill.entity.js';
import { CustomerRead } from '../stores/customers/customer-read.entity.js';
import { StoreCatchUp } from '../stores/watch/store-catch-up.entity.js';
import { StoreWatch } from '../stores/watch/store-watch.entity.js';
import { Enrolment } from '../sequences/enrolments/enrolment.entity.js';
import { Execution } from '../sequences/runs/execution.entity.js';
import { PlannedMessage } from '../sequences/runs/planned-message.entity.js';
import { SequencePlan } from '../sequences/approval/sequence-plan.entity.js';
import { SequenceVersion } from '../sequences/definitions/sequence-version.entity.js';
import { VariantEpochRow } from '../sequences/variants/variant-epoch.entity.js';
import { VariantSums } from '../sequences/variants/variant-sums.entity.js';
import { VariantUnit } from '../sequences/variants/variant-unit.entity.js';
import { Sequence } from '../sequences/definitions/sequence.entity.js';
import { RetailerLock } from './retailer-lock.entity.js';
import { Baseline1763910000000 } from './migrations/1763910000000-baseline.js';
import { RetailerFlags1763910000700 } from './migrations/1763910000700-retailer-flags.js';
import { OrdersCameIn1763990000400 } from './migrations/1763990000400-orders-came-in.js';
import { DeliveriesAbout1763990000410 } from './migrations/1763990000410-deliveries-about.js';
import { DeliveriesByMonth1763990000440 } from './migrations/1763990000440-deliveries-by-month.js';
import { TransitionsByMonth1763990000480 } from './migrations/1763990000480-transitions-by-month.js';
import { ClicksByMonth1763990000490 } from './migrations/1763990000490-clicks-by-month.js';
import { MessagesByMonth1763990000500 } from './migrations/1763990000500-messages-by-month.js';
import { EnrolmentsTrace1763990000520 } from './migrations/1763990000520-enrolments-trace.js';
import { AutomaticApprovals1763990000600 } from './migrations/1763990000600-automatic-approvals.js';
import { ImportsInOrder1763990000610 } from './migrations/1763990000610-imports-in-order.js';
import { DryRunRows1763990000620 } from './migrations/1763990000620-dry-run-rows.js';
import { FormerNames1763990000630 } from './migrations/1763990000630-former-names.js';
import { LookupsOfKnownValues1763990000640 } from './migrations/1763990000640-lookups-of-known-values.js';

const ENTITIES = [
  AdminAction,
  AppSubscriptionCopy,
  Backfill,
  Brand,
  Credentials,
  Customer,
  CustomerIdentity,
  DeletedOrder,
  CustomerChange,
  CustomerRead,
  Delivery,
  EmailEvent,
  EmailOpen,
  EmailTemplate,
  Enrolment,
  Execution,
  Experiment,
  ExperimentPerson,
  ExperimentSums,
  ExperimentUnit,
  IdempotencyKey,
  ImageApproval,
  ImageBudget,
  ImageFile,
  ImageRender,
  ImageRequest,
  ImageSource,
  ImageTurn,
  IssuedToken,
  SendRate,
  SendingMonth,
  Dispatch,
  EventAttempt,
  EventEndpoint,
  EventHead,
  LoggedEvent,
  LinkClick,
  LinkTarget,
  Membership,
  Message,
  MessageImage,
  MultipassSecret,
  NextChange,
  CodeCreation,
  OAuthState,
  OfferBatch,
  OfferCode,
  OfferExecution,
  OfferRedemption,
  OfferRow,
  OfferWork,
  OneTimeCode,
  Order,
  OrderCodeChange,
  OrderRead,
  PersonalImageRow,
  PlannedMessage,
  PlatformBStore,
  PlatformBSubscriber,
  PlatformBUser,
  PrivacyExport,
  PrivacyRequest,
  Product,
  ProviderCall,
  Recount,
  RefreshToken,
  Refund,
  Retailer,
  RetailerFlag,
  RetailerLock,
  RetailerUserEntity,
  RfmRun,
  Segment,
  SegmentEvent,
  Sequence,
  SequenceVersion,
  SequencePlan,
  StoreCatchUp,
  StoreWatch,
  VariantEpochRow,
  VariantSums,
  VariantUnit,
  Suppression,
  ConsentWrite,
  ConfirmationRequest,
  StreamHold,
  HistoryImport,
  DryRunRow,
  HistoryImportPart,
  HistoryImportRefusal,
  ImportReplacement,
  ImportedCustomerId,
  SuppressionImport,
  SuppressionImportPart,
  SuppressionRefusal,
  Tombstone,
  Transition,
  UsedProof,
  UsedToken,
];

/** The default of 4 is for spinning disks: with it the planner reads whole tables instead of using an index. */
const PLANNING = 'SET random_page_cost = 1.1';

/** Citus sends the retailer of a transaction to the nodes of the rows. Other servers ignore the setting. */
const PROPAGATION = `SET citus.propagate_set_commands = 'local'`;

/** In the order in which they are applied. */
export const MIGRATIONS = [
  Baseline1763910000000,
  RetailerFlags1763910000700,
  OrdersCameIn1763990000400,
  DeliveriesAbout1763990000410,
  DeliveriesByMonth1763990000440,
  TransitionsByMonth1763990000480,
  ClicksByMonth1763990000490,
  MessagesByMonth1763990000500,
  EnrolmentsTrace1763990000520,
  AutomaticApprovals1763990000600,
  ImportsInOrder1763990000610,
  DryRunRows1763990000620,
  FormerNames1763990000630,
  LookupsOfKnownValues1763990000640,
] as const;

/** The idle time after which TCP checks a connection. The default of the system is two hours. */
const KEEP_ALIVE_MS = 10_000;

/** Options of the service's connections. `rowSecurity` is false only where the login is not a member of the roles. */
export function serviceOptions(url: string, poolSize: number, rowSecurity: boolean): DataSourceOptions {
  return dataSourceOptions(
    url,
    poolSize,
    rowSecurity ? `${PLANNING}; ${PROPAGATION}; SET ROLE ${ROW_SECURITY.service}` : PLANNING,
  );
}

/** `settings` are SQL for each new connection. PgBouncer refuses the startup parameter `options`. */
function dataSourceOptions(url: string, poolSize: number, settings: string): DataSourceOptions {
  return {
    type: 'postgres',
    // TypeORM would look for the package by its name at run time, and the bundle of the service contains it.
    driver: pg,
    url,
    poolSize,
    applicationName: 'rekindle',
    installExtensions: false,
    entities: ENTITIES,
    namingStrategy: new SnakeCaseStrategy(),
    migrations: [...MIGRATIONS],
    migrationsTableName: 'migrations',
    synchronize: false,
    extra: {
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      onConnect: (client: ClientBase) => client.query(settings),
    },
  };
}

/** For commands. One that reads no entity passes none, because their metadata takes a twentieth of a second. */
export const createDataSource = (url: string, entities: DataSourceOptions['entities'] = ENTITIES): DataSource =>
  new DataSource({ ...dataSourceOptions(url, 2, PLANNING), entities });
