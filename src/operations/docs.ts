import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Runtime } from '../config/runtime.js';

/** GET /docs (Swagger UI) and GET /openapi.json, made from the classes that validate. */
export function setUpDocs(app: NestFastifyApplication, { publicUrl }: Runtime): void {
  const config = new DocumentBuilder()
    .setTitle('Rekindle')
    .setDescription(
      'Order intake, exact segments and their members. Errors are `application/problem+json` (RFC 9457); ' +
        '`Idempotency-Key` is honoured on every POST under /admin.',
    )
    .setVersion('0.1.0')
    .addServer(publicUrl)
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'npm run token -- admin' },
      'admin',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'npm run token -- module --retailer ID' },
      'module',
    )
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, config), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Rekindle API',
  });
}
