import { type DynamicModule, type InjectionToken, Module } from '@nestjs/common';
import { LeaseSweep } from './lease.sweep.js';
import { Leases } from './leases.service.js';
import { DURABLE_WORK_OPTIONS, type DurableWorkOptions } from './options.js';
import { Sweeper } from './sweeper.service.js';

interface AsyncOptions {
  readonly inject: readonly InjectionToken[];
  readonly useFactory: (...args: never[]) => DurableWorkOptions;
}

/** Leases and sweeps for every module. It needs a global `Database`. */
@Module({})
export class DurableWorkModule {
  static registerAsync({ inject, useFactory }: AsyncOptions): DynamicModule {
    return {
      module: DurableWorkModule,
      global: true,
      providers: [
        { provide: DURABLE_WORK_OPTIONS, inject: [...inject], useFactory: useFactory as never },
        Leases,
        LeaseSweep,
        Sweeper,
      ],
      exports: [Leases, Sweeper],
    };
  }
}
