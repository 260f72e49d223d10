import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Database, ServiceDataSource } from '#libs/database';
import { DataSource } from 'typeorm';
import { Runtime } from '../config/runtime.js';
import { serviceOptions } from './data-source.js';
import { hasCitus } from './distribute.js';
import { ReplicaService } from './replica.service.js';

/** TypeORM's data source has the pool of the primary. Every statement goes through `Database`. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Runtime],
      useFactory: ({ databaseUrl, config, rowSecurity }: Runtime) => ({
        ...serviceOptions(databaseUrl, config.databasePoolSize, rowSecurity),
        retryAttempts: 3,
        retryDelay: 1_000,
      }),
      dataSourceFactory: (options) => Promise.resolve(new ServiceDataSource({ type: 'postgres', ...options })),
    }),
  ],
  providers: [
    ReplicaService,
    {
      provide: Database,
      inject: [DataSource, Runtime, ReplicaService],
      useFactory: async (dataSource: ServiceDataSource, { rowSecurity }: Runtime, { replica }: ReplicaService) =>
        new Database(dataSource, { rowSecurity, distributed: await hasCitus(dataSource) }, replica),
    },
  ],
  exports: [Database],
})
export class DatabaseModule {}
