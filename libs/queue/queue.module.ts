import { BullModule, type BullModuleOptions, getQueueToken } from '@nestjs/bull';
import { type DynamicModule, type InjectionToken, Module, type ModuleMetadata } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { pauseAfter } from '#libs/durable-work';
import { parseRedisAddress } from '#libs/redis';
import { JOB_CATALOGUE, type JobCatalogue, type JobName, namesOf } from './catalogue.js';
import { JobProducer } from './job-producer.service.js';
import { JOB_QUEUES, type JobQueue } from './job-queues.js';
import { JobRegistry } from './job-registry.service.js';
import { QueueConnections } from './queue-connections.service.js';
import { JOB_RUNNER_OPTIONS, JobRunner, type JobRunnerOptions } from './job-runner.service.js';

export interface QueueModuleOptions extends JobRunnerOptions {
  /** One server, a cluster or sentinels, in the forms of `#libs/redis`. */
  readonly redisUrl: string;
  /** Keeps the keys apart from those of other services. */
  readonly prefix: string;
}

interface AsyncOptions {
  /** Needed before injection, because each job registers a queue. */
  readonly catalogue: JobCatalogue;
  readonly imports?: ModuleMetadata['imports'];
  readonly inject: readonly InjectionToken[];
  readonly useFactory: (...args: never[]) => QueueModuleOptions;
}

const QUEUE_OPTIONS = Symbol('queue-module-options');

/** Bull behind the typed catalogue: `JobProducer.enqueue` adds jobs, methods with `@OnJob` run them. */
@Module({})
export class QueueModule {
  static registerAsync(options: AsyncOptions): DynamicModule {
    const names = namesOf(options.catalogue);
    const settings: DynamicModule = {
      module: QueueSettingsModule,
      global: true,
      imports: options.imports ?? [],
      providers: [
        { provide: QUEUE_OPTIONS, inject: [...options.inject], useFactory: options.useFactory as never },
        { provide: JOB_RUNNER_OPTIONS, inject: [QUEUE_OPTIONS], useFactory: (all: QueueModuleOptions) => all },
        {
          provide: QueueConnections,
          inject: [QUEUE_OPTIONS],
          useFactory: ({ redisUrl }: QueueModuleOptions) => new QueueConnections(redisUrl),
        },
      ],
      exports: [QUEUE_OPTIONS, JOB_RUNNER_OPTIONS, QueueConnections],
    };
    return {
      module: QueueModule,
      global: true,
      imports: [
        settings,
        DiscoveryModule,
        BullModule.registerQueueAsync(
          ...names.map((name) => ({
            name,
            inject: [QUEUE_OPTIONS, QueueConnections],
            useFactory: (all: QueueModuleOptions, connections: QueueConnections) => bullOptions(name, all, connections),
          })),
        ),
      ],
      providers: [
        { provide: JOB_CATALOGUE, useValue: options.catalogue },
        JobRegistry,
        JobRunner,
        JobProducer,
        {
          provide: JOB_QUEUES,
          inject: names.map((name) => getQueueToken(name)),
          useFactory: (...queues: JobQueue[]) =>
            new Map<JobName, JobQueue>(queues.map((queue, index) => [names[index] as JobName, queue])),
        },
      ],
      exports: [JobProducer, JOB_QUEUES],
    };
  }
}

@Module({})
class QueueSettingsModule {}

function bullOptions(name: JobName, options: QueueModuleOptions, connections: QueueConnections): BullModuleOptions {
  return {
    prefix: prefixOf(options, name),
    createClient: (use) => connections.open(use),
    settings: {
      // Another worker takes over a killed worker's job after about ten seconds. The defaults would make it a minute.
      lockDuration: 10_000,
      stalledInterval: 5_000,
      maxStalledCount: 5,
      backoffStrategies: { jitter: fullJitter },
    },
  };
}

/**
 * The first part of a queue's keys. On a cluster its hash tag has the name of the queue: the keys of one queue are on
 * one node, as Bull's scripts need them, and the queues are on all nodes. Elsewhere the keys keep the names that they
 * had before clusters, so that an older process beside this one finds the same jobs.
 */
const prefixOf = ({ redisUrl, prefix }: QueueModuleOptions, name: JobName): string =>
  parseRedisAddress(redisUrl).kind === 'cluster' ? `{${prefix}:${name}}` : `{${prefix}}`;

const LONGEST_PAUSE_MS = 600_000;

const fullJitter = (attemptsMade: number, _error: Error, options?: { delay?: number }): number =>
  pauseAfter({ firstMs: options?.delay ?? 1_000, longestMs: LONGEST_PAUSE_MS, jitter: 1 }, attemptsMade);
