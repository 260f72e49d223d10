import { Module } from '@nestjs/common';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { DeliverEventsHandler } from './endpoints/deliver-events.handler.js';
import { EndpointsRepository } from './endpoints/endpoints.repository.js';
import { EventEndpointsController, RetailerEventEndpointsController } from './endpoints/event-endpoints.controller.js';
import { EventEndpointsService } from './endpoints/event-endpoints.service.js';
import { EventTrialsService } from './endpoints/event-trials.service.js';
import { EventsMetrics } from './endpoints/events.metrics.js';
import { WebhookSenderService } from './endpoints/webhook-sender.service.js';
import { EventsPersonalDataService } from './events-personal-data.service.js';
import { EventsSweep } from './events.sweep.js';
import { EventLogRepository } from './log/event-log.repository.js';
import { EventLogService } from './log/event-log.service.js';
import { EventsController, RetailerEventsController } from './log/events.controller.js';
import { EventsService } from './log/events.service.js';

/** The log of events: other modules report to it what has happened, and it is sent to endpoints. */
@Module({
  imports: [PersonalDataModule],
  providers: [
    DeliverEventsHandler,
    EndpointsRepository,
    EventLogRepository,
    EventLogService,
    EventsMetrics,
    EventsPersonalDataService,
    EventsSweep,
    WebhookSenderService,
  ],
  exports: [EndpointsRepository, EventLogRepository, EventLogService, WebhookSenderService],
})
export class EventsModule {}

/** The routes of events, for processes with the role `api`. */
@Module({
  imports: [AdminRoutesModule, EventsModule, RetailersModule],
  controllers: [EventsController, RetailerEventsController, EventEndpointsController, RetailerEventEndpointsController],
  providers: [EventsService, EventEndpointsService, EventTrialsService],
})
export class EventsApiModule {}
