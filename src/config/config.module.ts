import { type DynamicModule, Module } from '@nestjs/common';
import { Runtime } from './runtime.js';

@Module({})
export class ConfigModule {
  static of(runtime: Runtime): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: Runtime, useValue: runtime }],
      exports: [Runtime],
    };
  }
}
