import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from '../setup/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

it('serves the fonts of brands to every origin, and no other file', async () => {
  const font = await fetch(`${app.url}/fonts/playfair-display-700.woff2`);
  expect(font.status).toBe(200);
  expect(Object.fromEntries(font.headers)).toMatchObject({
    'content-type': 'font/woff2',
    'access-control-allow-origin': '*',
    'cache-control': expect.stringContaining('immutable') as string,
  });
  expect(
    Buffer.from(await font.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('wOF2');
  for (const name of ['OFL.txt', 'noto-sans-jp-500.woff2', '..%2Fnames.ts']) {
    expect((await fetch(`${app.url}/fonts/${name}`)).status).toBe(404);
  }
});
