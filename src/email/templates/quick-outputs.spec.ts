import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { LiquidPart } from './liquid.js';

const OPTIONS = { ownPropertyOnly: true, strictFilters: true, lenientIf: true };
const usual = { html: new Liquid({ ...OPTIONS, outputEscape: 'escape' }), text: new Liquid(OPTIONS) };

const TEXTS = ['plain', '', ' ', 'a & b', '<b>', `"it's"`, '{{ x }}', 'Grüße 🙂'];
const VALUES: readonly unknown[] = [
  ...TEXTS,
  0,
  7,
  -1.5,
  Number.NaN,
  1e30,
  true,
  false,
  null,
  undefined,
  [],
  ['a', 1, null, ['<']],
  {},
];

const SOURCES = [
  '{{ a.b }}',
  '{{a.b}}',
  ' {{- a.b -}} ',
  '{{ a.b | default: "none" }}',
  '{{ a.b | default: c }}',
  '{{ a.b | default: a.missing }}',
  '{{ a.b | default: false, allow_false: true }}',
  '{{ a.b | default: "x" | upcase }}',
  '{{ a.b.size }}{{ a.b.first }}{{ a.b.last }}{{ a.size }}',
  '{{ a.constructor }}{{ a.b.length }}{{ a.b.c.d }}{{ missing }}{{ missing.deep }}',
  '{% assign nil = c %}{{ nil }}{% assign true = c %}{{ true }}',
  '{{ true }}{{ nil }}{{ empty }}{{ blank }}',
  '{% assign a = c %}{{ a }}{% assign c = list %}{{ c.first.b }}',
  '{% assign c = "other" %}{{ c }}{% capture c %}third{% endcapture %}{{ c }}',
  '{% for a in list %}{{ a.b }}{{ forloop.index }}{% endfor %}{{ a.b }}',
  '{% if a.b %}{{ a.b }}{% else %}{{ c }}{% endif %}{% unless a.b %}{{ c }}{% endunless %}',
  '{% case a.b %}{% when "plain" %}{{ a.b }}{% else %}{{ c }}{% endcase %}',
  '{% increment c %}{{ c }}{% raw %}{{ a.b }}{% endraw %}{{ a["b"] }}{{ "a.b" }}',
];

describe.each(['html', 'text'] as const)('outputs that only name a value, in %s', (kind) => {
  it.each(SOURCES)('are written as the library writes them: %s', (source) => {
    const part = LiquidPart[kind](source);
    const template = usual[kind].parse(source);
    for (const value of VALUES) {
      // A fresh one each time, because `increment` changes it.
      const scope = () => ({ a: { b: value }, c: 'C', list: [{ b: value }, { b: '2' }] });
      const expected: unknown = usual[kind].renderSync(template, scope());
      expect(part.fill(scope(), false)).toBe(expected);
      expect(part.pieces(scope()).join('')).toBe(expected);
    }
  });

  it.each(['{{ a.b }}', '{{ c }}', '{{ a.missing }}'])(
    'are refused like the others if they are missing: %s',
    (source) => {
      const result = (work: () => unknown): unknown => {
        try {
          return work();
        } catch (error) {
          return (error as Error).message;
        }
      };
      for (const scope of [{ a: {} }, { a: { b: 'x' } }, {}]) {
        const expected = result(() => usual[kind].parseAndRenderSync(source, scope, { strictVariables: true }));
        expect(result(() => LiquidPart[kind](source).fill(scope, true))).toBe(expected);
      }
    },
  );
});

describe('the pieces of a filled part', () => {
  it('are the texts between the tags, with values in between', () => {
    const part = LiquidPart.html('<p>{{ a }}</p>\n{%- if b %} <i>{{ a }}</i> {% endif -%}\n<hr>');
    expect(part.pieces({ a: 'A', b: 1 })).toEqual(['<p>', 'A', '</p>', ' <i>', 'A', '</i> ', '<hr>']);
    expect([...part.texts()]).toEqual(['<p>', '</p>', ' <i>', '</i> ', '<hr>']);
  });
});
