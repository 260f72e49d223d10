import { afterAll, describe, expect, it } from 'vitest';
import { EmailAssetsService } from './email-assets.service.js';
import { TemplateCompilerService } from './template-compiler.service.js';

const HI = 'Hi [you](https://x.example)';
const BRAND = { name: 'Café', sender: {}, storeUrl: undefined, hosts: [] };
const ENDLESS = `{% assign l = (1..1500) %}{% assign m = l | where_exp: "x", "l | where_exp: 'y', 'x == y'" %}`;

describe('compiling templates in threads', { timeout: 120_000 }, () => {
  const compiler = new TemplateCompilerService(new EmailAssetsService());
  afterAll(() => compiler.onApplicationShutdown());
  const compile = (source: { body: string } | { html: string }, subject = 'Hello') =>
    compiler.compile('retailer', 'brand', { subject, ...source }, { brand: BRAND });

  it('returns the output of the compilers', async () => {
    const { compiled, errors } = await compile({
      body: 'Hi **{{ customer.name | default: "you" }}**, [look](https://x.example)',
    });
    expect(errors).toEqual([]);
    expect(compiled?.html).toContain('<strong>{{ customer.name | default: "you" }}</strong>');
  });

  it('stops a source that takes too long, names the step, and compiles the next one', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 10);
    const [slow, next] = await Promise.all([compile({ html: ENDLESS }), compile({ body: HI })]);
    clearInterval(timer);
    expect(slow).toEqual({
      errors: [
        { pointer: '/html', detail: 'takes longer than 5 seconds; it was stopped at the check for active content' },
      ],
    });
    expect(next.errors).toEqual([]);
    expect(turns).toBeGreaterThan(50);
    const { errors } = await compile({ html: 'Hi' }, ENDLESS);
    expect(errors).toEqual([
      { pointer: '/subject', detail: 'takes longer than 5 seconds; it was stopped at filling the subject' },
    ]);
    expect((await compile({ body: HI })).errors).toEqual([]);
  });

  it('stops a source that takes too much memory, and compiles the next one', async () => {
    const { errors } = await compile({ html: '{% assign l = (1..19000000) %}' });
    // The garbage collector may use up the time limit before the memory is full.
    expect(errors).toEqual([
      { pointer: '/html', detail: expect.stringMatching(/^takes (more than 192 MB|longer than 5 s)/) as string },
    ]);
    expect((await compile({ body: HI })).errors).toEqual([]);
  });
});
