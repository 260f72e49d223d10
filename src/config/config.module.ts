import { type DynamicModule, Module } from '@nestjs/common';
import { SecretBox } from '#libs/crypto';
import { Runtime } from './runtime.js';

const boxOf = ({ config }: Runtime): SecretBox =>
  new SecretBox(config.encryptionKeys.map((key) => key.toString('base64')));

/** Provides every module with the configuration, and with the box that seals secrets for storage. */
@Module({})
export class ConfigModule {
  static of(runtime: Runtime): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: Runtime, useValue: runtime },
        { provide: SecretBox, useValue: boxOf(runtime) },
      ],
      exports: [Runtime, SecretBox],
    };
  }
}
