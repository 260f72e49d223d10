import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DurableWorkModule } from '#libs/durable-work';
import { type AppLogger } from '#libs/kernel';
import { QueueModule } from '#libs/queue';
import { TRACER, type Tracer } from '#libs/tracing';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdminModule } from './admin/admin.module.js';
import { HeadJudgeService } from './api/head-judge.service.js';
import { SessionsModule } from './auth/sessions.module.js';
import { ConfigModule } from './config/config.module.js';
import { Runtime } from './config/runtime.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { DatabaseModule } from './database/database.module.js';
import { LOCKS } from './database/locks.js';
import { AdminActionsModule } from './admin-actions/admin-actions.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { BrandKitApiModule, BrandKitModule } from './brand-kit/brand-kit.module.js';
import { ImageApiModule } from './image-generation/image-api.module.js';
import { ImageGenerationModule } from './image-generation/image-generation.module.js';
import { EmailApiModule, EmailModule } from './email/email.module.js';
import { ImportsApiModule, ImportsModule } from './imports/imports.module.js';
import { InboxModule } from './inbox/inbox.module.js';
import { JOBS } from './jobs/catalogue.js';
import { EventsApiModule, EventsModule } from './events/events.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { LinksApiModule } from './links/links.module.js';
import { LiftApiModule } from './lift/lift-api.module.js';
import { LiftModule } from './lift/lift.module.js';
import { MonthsModule } from './months/months.module.js';
import { OffersModule } from './offers/offers.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { PagesModule } from './pages/pages.module.js';
import { PLATFORM_MODULES, type PlatformModules } from './platforms.js';
import { RateLimitsModule } from './rate-limits/rate-limits.module.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { SegmentationApiModule } from './segmentation/segmentation-api.module.js';
import { SegmentationModule } from './segmentation/segmentation.module.js';
import { SequencesApiModule } from './sequences/sequences-api.module.js';
import { SequencesModule } from './sequences/sequences.module.js';
import { StudioModule } from './studio/studio.module.js';
import { JobMetrics } from './telemetry/job.metrics.js';
import { TelemetryModule } from './telemetry/telemetry.module.js';

/** Modules of every process. Each process has the handlers of all jobs, so that its start can check them. */
const SHARED = [
  DatabaseModule,
  InboxModule,
  MonthsModule,
  EventsModule,
  SegmentationModule,
  OffersModule,
  EmailModule,
  LiftModule,
  SequencesModule,
  ImageGenerationModule,
  BrandKitModule,
  ImportsModule,
  PrivacyModule,
  // A worker needs these to erase personal data from their tables.
  AdminActionsModule,
  IdempotencyModule,
  SessionsModule,
];
/** Further modules of processes that answer requests. */
const API = [
  RateLimitsModule,
  AccountsModule,
  AdminModule,
  SegmentationApiModule,
  SequencesApiModule,
  LiftApiModule,
  DashboardModule,
  PagesModule,
  EmailApiModule,
  LinksApiModule,
  ImageApiModule,
  BrandKitApiModule,
  EventsApiModule,
  ExportsModule,
  ImportsApiModule,
  StudioModule,
];

@Module({})
export class AppModule {
  static compose(
    runtime: Runtime,
    logger: AppLogger,
    platforms: readonly PlatformModules[] = PLATFORM_MODULES,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(runtime),
        TelemetryModule.with(logger),
        OperationsModule,
        QueueModule.registerAsync({
          catalogue: JOBS,
          inject: [Runtime, JobMetrics, TRACER],
          useFactory: ({ redisUrl, config }: Runtime, observer: JobMetrics, tracer: Tracer | undefined) => ({
            redisUrl,
            prefix: config.queuePrefix,
            takes: (job) => config.roles.takes(job),
            observer,
            tracer,
          }),
        }),
        DurableWorkModule.registerAsync({
          inject: [Runtime, JobMetrics],
          useFactory: ({ databaseUrl, config }: Runtime, observer: JobMetrics) => ({
            databaseUrl,
            workerLock: LOCKS.workers,
            sweeps: (name) => config.roles.runs(name),
            sweepSeconds: config.inboxSweepSeconds,
            observer,
          }),
        }),
        ...SHARED,
        ...platforms.map(({ worker }) => worker),
        ...(runtime.answers ? [DiscoveryModule, ...API, ...platforms.map(({ api }) => api)] : []),
      ],
      providers: runtime.answers ? [HeadJudgeService] : [],
    };
  }
}
