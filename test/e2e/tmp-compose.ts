import fastifyCookie from '@fastify/cookie';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type AppLogger, NestLogger, ProblemFilter } from '#libs/kernel';
import { QueueModule } from '#libs/queue';
import { Registry } from 'prom-client';
import { ConfigModule } from '../../src/config/config.module.js';
import { Runtime } from '../../src/config/runtime.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { InboxModule } from '../../src/inbox/inbox.module.js';
import { PlatformAApiModule, PlatformAModule } from '../../src/platform-a/platform-a.module.js';
import { SegmentationModule } from '../../src/segmentation/segmentation.module.js';

@Global()
@Module({ providers: [{ provide: Registry, useValue: new Registry() }], exports: [Registry] })
class Metrics {}

export async function createApp(runtime: Runtime, logger: AppLogger): Promise<NestFastifyApplication> {
  @Module({
    imports: [
      ConfigModule.of(runtime),
      Metrics,
      QueueModule.registerAsync({
        inject: [Runtime],
        useFactory: (({ redisUrl, works, config }: Runtime) => ({
          redisUrl,
          prefix: config.queuePrefix,
          work: works,
          sweepSeconds: config.inboxSweepSeconds,
          observer: {
            finished: (name: string) => logger.debug({ name }, 'job'),
            failed: (name: string, _ms: number, error: unknown) => logger.error({ name, err: error }, 'job failed'),
            queueError: () => undefined,
            sweepFailed: (name: string, error: unknown) => logger.error({ name, err: error }, 'sweep failed'),
          },
        })) as never,
      }),
      DatabaseModule,
      InboxModule,
      SegmentationModule,
      PlatformAModule,
      PlatformAApiModule,
    ],
  })
  class App {}
  const app = await NestFactory.create<NestFastifyApplication>(App, new FastifyAdapter({ bodyLimit: 5 << 20 }), {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      (_r: unknown, body: unknown, done: (e: null, b: unknown) => void) => done(null, body),
    );
  await app.register(fastifyCookie);
  app.useGlobalFilters(new ProblemFilter(logger, runtime.publicUrl, () => []));
  app.enableShutdownHooks();
  await app.init();
  return app;
}
