import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Runtime } from '../config/runtime.js';
import { criteriaSchema } from '../segmentation/criteria/schema.js';

const ADMIN_TOKEN = [
  'A JWT, HS256 with ADMIN_JWT_SECRET; `npm run token -- admin` prints one. Required claims: `iss` = `rekindle`, `aud` = `admin`,',
  '`sub` (who it is, not empty), `iat` and `exp` (seconds since 1970; `exp` in the future), and `fullAccess` = `true`, the JSON',
  'boolean. Without `fullAccess: true` a valid token gets 403; every other fault gets 401.',
].join(' ');

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
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: ADMIN_TOKEN }, 'admin')
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
  SwaggerModule.setup('docs', app, () => withCriteria(SwaggerModule.createDocument(app, config)), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Rekindle API',
  });
}

/** No class has the keys of criteria: they are those of the registry. */
function withCriteria(document: OpenAPIObject): OpenAPIObject {
  const schemas = { ...document.components?.schemas, Criteria: criteriaSchema as Schema };
  return { ...document, components: { ...document.components, schemas } };
}

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];
