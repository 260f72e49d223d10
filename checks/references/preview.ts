import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger } from '#libs/kernel';
import { AppModule } from '../../src/app.module.js';
import { readConfig } from '../../src/config/app-config.js';
import { Runtime } from '../../src/config/runtime.js';

export const PUBLIC_URL = 'https://rekindle.example';

/** The whole service as Nest sees it: its modules, controllers and providers. None is created, nothing is connected. */
export function previewApp(): Promise<NestFastifyApplication> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rekindle-references-'));
  try {
    const runtime = new Runtime(readConfig({ DATA_DIR: dataDir }), '', '', PUBLIC_URL);
    const composed = AppModule.compose(runtime, createLogger({ level: 'silent', pretty: false }));
    return NestFactory.create(composed, new FastifyAdapter(), { preview: true, abortOnError: false, logger: false });
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}
