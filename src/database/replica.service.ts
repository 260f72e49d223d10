import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Replica, ServiceDataSource } from '#libs/database';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import { DataSource } from 'typeorm';
import { Runtime } from '../config/runtime.js';
import { serviceOptions } from './data-source.js';

/** The connections to the standbys, where DATABASE_REPLICA_URL names them. They open with the first read. */
@Injectable()
export class ReplicaService implements OnModuleInit, OnModuleDestroy {
  readonly replica: Replica | undefined;

  constructor(
    @Inject(DataSource) primary: ServiceDataSource,
    { config, rowSecurity }: Runtime,
    @Inject(APP_LOGGER) logger: AppLogger,
  ) {
    const { databaseReplicaUrl: url, databasePoolSize, databaseReplicaLagMs: maxLagMs } = config;
    if (url === undefined) return;
    const standby = new ServiceDataSource(serviceOptions(url, databasePoolSize, rowSecurity));
    const warn = (message: string, err: unknown): void => logger.warn({ err }, message);
    this.replica = new Replica(primary, standby, { maxLagMs, warn });
  }

  onModuleInit(): void {
    this.replica?.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.replica?.stop();
  }
}
