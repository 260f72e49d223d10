import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
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
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'POST /auth/session' },
      'retailer',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'POST /platform-a/customer/sso' },
      'customer',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A session token that platform A issued' },
      'platform-a-session',
    )
    .build();
  SwaggerModule.setup('docs', app, () => closed(SwaggerModule.createDocument(app, config)), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Rekindle API',
  });
}

/** What no decorator can say of a class: criteria have at least one key and no unknown one. */
function closed(document: OpenAPIObject): OpenAPIObject {
  const criteria = document.components?.schemas?.['Criteria'];
  if (criteria) Object.assign(criteria, { minProperties: 1, additionalProperties: false });
  return document;
}
