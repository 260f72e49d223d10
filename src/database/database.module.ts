import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Database } from '#libs/database';
import { DataSource } from 'typeorm';
import { Runtime } from '../config/runtime.js';
import { dataSourceOptions } from './data-source.js';

/** One pool: ordinary work goes through TypeORM's repositories, hot paths through `Database`. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Runtime],
      useFactory: ({ databaseUrl, config }: Runtime) => ({
        ...dataSourceOptions(databaseUrl, config.databasePoolSize),
        retryAttempts: 3,
        retryDelay: 1_000,
      }),
    }),
  ],
  providers: [
    { provide: Database, inject: [DataSource], useFactory: (dataSource: DataSource) => new Database(dataSource) },
  ],
  exports: [Database],
})
export class DatabaseModule {}
