import type { INestApplication } from '@nestjs/common';
import { sha256Hex } from '#libs/crypto';
import { isKnownTag } from '#libs/kernel';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../config/runtime.js';
import { criteriaSchema } from '../segmentation/criteria/schema.js';

const ADMIN_TOKEN = [
  'A JWT, HS256 with the newest of ADMIN_JWT_SECRETS; `npm run token -- admin` prints one. Required claims: `iss` = `rekindle`, `aud` = `admin`,',
  '`sub` (the admin, not empty), `iat` and `exp` (seconds since 1970; `exp` in the future and at most 24 hours after `iat`), and `fullAccess` = `true`, the JSON',
  'boolean. Without `fullAccess: true` a valid token gets 403; every other fault gets 401.',
].join(' ');

/** Serves GET /openapi.json and, where configured, GET /docs (Swagger UI). Both come from the classes that validate. */
export function setUpDocs(app: NestFastifyApplication, { publicUrl, config }: Runtime): void {
  let made: OpenAPIObject | undefined;
  const document = (): OpenAPIObject => (made ??= apiDocument(app, publicUrl));
  serveDocument(app, document);
  if (config.docs) SwaggerModule.setup('docs', app, document, { raw: false, customSiteTitle: 'Rekindle API' });
}

/** Made from the classes that validate; nothing of the service has to run for it. */
export const apiDocument = (app: INestApplication, publicUrl: string): OpenAPIObject =>
  withRoutes(withCriteria(SwaggerModule.createDocument(app, description(publicUrl))));

/** Builds the text once, because it has several hundred kilobytes and needs no token. */
function serveDocument(app: NestFastifyApplication, document: () => OpenAPIObject): void {
  let kept: { readonly body: Buffer; readonly etag: string } | undefined;
  app.getHttpAdapter().get('/openapi.json', (request: FastifyRequest, reply: FastifyReply) => {
    kept ??= withEtag(Buffer.from(JSON.stringify(document())));
    void reply.headers({ etag: kept.etag, 'cache-control': 'no-cache' });
    if (isKnownTag(request.headers['if-none-match'], kept.etag)) void reply.code(304).send();
    else void reply.type('application/json; charset=utf-8').send(kept.body);
  });
}

const withEtag = (body: Buffer) => ({ body, etag: `"${sha256Hex(body)}"` });

function description(publicUrl: string): Omit<OpenAPIObject, 'paths'> {
  return new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Rekindle')
    .setDescription(
      'Order intake, exact segments and their members. Errors are `application/problem+json` (RFC 9457); ' +
        '`Idempotency-Key` works on every POST under /admin.',
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
}

/** Adds the schema of criteria. It comes from the registry of criteria, because no class has their keys. */
function withCriteria(document: OpenAPIObject): OpenAPIObject {
  const schemas = { ...document.components?.schemas, Criteria: criteriaSchema as Schema };
  return { ...document, components: { ...document.components, schemas } };
}

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/**
 * The name of an operation follows from its route: `GET /admin/segments/{id}` is `getAdminSegmentsById`. Routes are a
 * promise to clients, and names of classes and methods are not.
 */
function operationName(method: string, path: string): string {
  const words = path.split('/').flatMap((part) => [part.startsWith('{') ? 'by' : '', ...part.split(/\W/)]);
  return method + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

/**
 * Names the operations, and adds the parameters of addresses whose handlers are shared with /retailer, and take the id
 * from the caller there.
 */
function withRoutes(document: OpenAPIObject): OpenAPIObject {
  for (const [path, operations] of Object.entries(document.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    for (const method of METHODS) {
      const operation = operations[method];
      if (!operation) continue;
      operation.operationId = operationName(method, path);
      const known = new Set((operation.parameters ?? []).map((each) => ('name' in each ? each.name : '')));
      const missing = names.filter((name) => !known.has(name));
      const added = missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const);
      operation.parameters = [...added, ...(operation.parameters ?? [])];
    }
  }
  return document;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
