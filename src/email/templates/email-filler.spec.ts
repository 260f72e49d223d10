import { afterAll, describe, expect, it } from 'vitest';
import type { CompiledEmail } from './compiled-email.js';
import { EmailFillerService, type FillRequest } from './email-filler.service.js';
import { SAMPLE_LINKS, WORST_CASES } from './samples.js';

/** A nested filter: it runs for half a minute in which the library checks no limit. */
const ENDLESS = `{% assign l = (1..1500) %}{% assign m = l | where_exp: "x", "l | where_exp: 'y', 'x == y'" %}`;

const email = (html: string): CompiledEmail => ({ subject: 'Hi {{ customer.firstName }}', html, text: 'Grüße 🙂' });
const order = (key: string, compiled: CompiledEmail, firstName: string): FillRequest => ({
  key,
  compiled,
  scope: {
    ...WORST_CASES.no_name,
    customer: { ...WORST_CASES.no_name.customer, firstName },
    shop: {},
    brand: { name: 'Café' },
    ...SAMPLE_LINKS,
  },
});

describe('filling emails in a thread', { timeout: 120_000 }, () => {
  const filler = new EmailFillerService();
  afterAll(() => filler.onApplicationShutdown());

  it('returns the emails in the order of the requests', async () => {
    const [one, two] = [email('{{ customer.firstName }} of one'), email('{{ customer.firstName }} of two')];
    const orders = Array.from({ length: 130 }, (_, n) => order(n % 2 ? 'one' : 'two', n % 2 ? one : two, `N${n}`));
    const filled = await filler.fillEach(orders);
    expect(filled).toHaveLength(130);
    for (const [n, answer] of filled.entries()) {
      expect(answer).toMatchObject({
        email: { subject: `Hi N${n}`, html: `N${n} of ${n % 2 ? 'one' : 'two'}`, text: 'Grüße 🙂' },
      });
    }
  });

  it('names the emails with missing values, without filling them', async () => {
    const compiled = email(
      '{{ customer.firstName }}{% if customer.firstName == "B" %}{{ customer.country }}{% endif %}',
    );
    const problems = await filler.findProblems(['A', 'B', 'C'].map((name) => order('strict', compiled, name)));
    expect(problems).toEqual([null, expect.stringContaining('country'), null]);
  });

  it('reports only the email that hangs, and fills the others', async () => {
    const compiled = email(`{% if customer.firstName == 'B' %}${ENDLESS}{% else %}fine{% endif %}`);
    const filled = await filler.fillEach(['A', 'B', 'C', 'D'].map((name) => order('hangs for B', compiled, name)));
    expect(filled[1]).toEqual({ problem: 'it takes longer than 50 ms to fill' });
    for (const place of [0, 2, 3]) expect(filled[place]).toMatchObject({ email: { html: 'fine' } });
  });

  it('does not block the event loop of the process', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    await filler.fillEach([order('hangs', email(ENDLESS), 'A')]);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it('gives up a template after ten timeouts, and no other template', async () => {
    const orders = Array.from({ length: 40 }, (_, n) => order('always hangs', email(ENDLESS), `N${n}`));
    const filled = await filler.fillEach([...orders, order('fine', email('fine'), 'A')]);
    expect(filled.slice(0, 40)).toEqual(orders.map(() => ({ problem: 'it takes longer than 50 ms to fill' })));
    expect(filled[40]).toMatchObject({ email: { html: 'fine' } });
    expect(await filler.fillEach([order('always hangs', email(ENDLESS), 'A')])).toEqual([
      { problem: 'it takes longer than 50 ms to fill' },
    ]);
  });
});
