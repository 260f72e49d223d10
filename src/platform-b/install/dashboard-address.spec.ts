import { describe, expect, it } from 'vitest';
import { dashboardAddress } from './dashboard-address.js';

describe('dashboardAddress', () => {
  it.each([
    ['https://d.example/app', '/', 'https://d.example/app?code=c'],
    ['https://d.example/app/', '/orders/1?x=%23#end', 'https://d.example/app/orders/1?x=%23&code=c#end'],
    ['https://d.example/app?tenant=1', '/a?tenant=2&code=x', 'https://d.example/app/a?tenant=1&code=c'],
    ['https://d.example', '//evil.example/a', 'https://d.example/?code=c'],
    ['https://d.example', '/..//evil.example', 'https://d.example/?code=c'],
  ])('makes of %s and %s %s', (dashboard, place, address) => {
    expect(dashboardAddress(dashboard, place, 'c')).toBe(address);
  });
});
