import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiDocument } from '../../src/operations/docs.js';
import { documentedRoutes } from '../../test/setup/routes.js';
import { apiPage } from './api-page.js';
import { clientTypes } from './client-types.js';
import { grownList, operationLines } from './operation-names.js';
import { mcpSchemas } from './mcp-schemas.js';
import { dataModelPage } from './data-model-page.js';
import { labelsOf, metricsOf, metricsPage } from './metrics-page.js';
import { previewApp, PUBLIC_URL } from './preview.js';
import { problemCodesPage } from './problem-codes-page.js';

const DOCS = join(import.meta.dirname, '../../docs');

/** Each page has to equal what is generated from the code. `npm run docs:write` writes the pages. */
describe('generated pages', () => {
  let app: NestFastifyApplication;

  beforeAll(async () => {
    app = await previewApp();
  });
  afterAll(() => app.close());

  it.each<[string, () => string | Promise<string>]>([
    ['api.md', async () => apiPage(apiDocument(app, PUBLIC_URL), await documentedRoutes())],
    ['operations/metrics.md', () => metricsPage(metricsOf(app))],
    ['problem-codes.md', problemCodesPage],
    ['architecture/data-model.md', dataModelPage],
  ])('docs/%s equals the page that is generated from the code', async (file, text) => {
    await expect(await text()).toMatchFileSnapshot(join(DOCS, file));
  });

  it('libs/client has the types of the OpenAPI document', async () => {
    await expect(await clientTypes(apiDocument(app, PUBLIC_URL))).toMatchFileSnapshot(
      join(import.meta.dirname, '../../libs/client/schema.ts'),
    );
  });

  it('libs/client/operations.txt keeps the name and the route of every operation, and gets those of new ones', async () => {
    const file = join(import.meta.dirname, '../../libs/client/operations.txt');
    const document = apiDocument(app, PUBLIC_URL);
    const lines = operationLines(document);
    const list = readFileSync(file, 'utf8');
    const gone = list.split('\n').filter((line) => line !== '' && !lines.includes(line));
    // Where a client may lose an operation on purpose, remove its line by hand, and say so in the changelog.
    expect(gone).toEqual([]);
    expect(new Set(lines.map((line) => line.split(' ')[0])).size).toBe(lines.length);
    await expect(grownList(list, document)).toMatchFileSnapshot(file);
  });

  it('src/mcp has the schemas of the bodies that its tools send', async () => {
    await expect(mcpSchemas(apiDocument(app, PUBLIC_URL))).toMatchFileSnapshot(
      join(import.meta.dirname, '../../src/mcp/definitions.ts'),
    );
  });

  it('no metric has a label for a retailer, a person or an address', () => {
    const labels = [...new Set(metricsOf(app).flatMap((metric) => labelsOf(metric)))];
    expect(labels).toContain('platform');
    expect(
      labels.filter((label) => /retailer|brand|store|shop|customer|person|email|address|user|id$/i.test(label)),
    ).toEqual([]);
  });

  it('the runbook names every metric and no other', () => {
    const runbook = readFileSync(join(DOCS, 'operations/runbook.md'), 'utf8');
    const named = new Set([...runbook.matchAll(/`(rekindle_[a-z_]+)/g)].map(([, name]) => name));
    expect([...named].toSorted()).toEqual(metricsOf(app).map(({ name }) => name));
  });
});
