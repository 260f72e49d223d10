import { expect, it } from 'vitest';
import { everyPage } from './every-page.js';

it('reads a list page by page until there is no next one', async () => {
  const asked: (string | undefined)[] = [];
  const all = await everyPage(({ limit, cursor }) => {
    asked.push(cursor);
    const start = Number(cursor ?? 0);
    const items = Array.from({ length: Math.min(limit, 450 - start) }, (_, index) => start + index);
    return Promise.resolve({ items, nextCursor: start + limit < 450 ? String(start + limit) : null });
  });
  expect(asked).toEqual([undefined, '200', '400']);
  expect(all).toEqual(Array.from({ length: 450 }, (_, index) => index));
});
