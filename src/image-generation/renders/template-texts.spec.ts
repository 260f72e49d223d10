import { describe, expect, it } from 'vitest';
import { checkPlaceholders, placeholdersIn, withDefaults, withFacts } from './template-texts.js';

const HELLO = '{{ customer.firstName | default: "Friend" }}, kept for you';

describe('the words of a template', () => {
  it('read as their defaults without a person, and as the facts with one', () => {
    expect(withDefaults(HELLO)).toBe('Friend, kept for you');
    expect(withDefaults("{{customer.firstName|default:'Friend'}}!")).toBe('Friend!');
    expect(withFacts({ headline: HELLO }, { 'customer.firstName': 'Ada' })).toEqual({
      texts: { headline: 'Ada, kept for you' },
    });
    expect(placeholdersIn({ headline: 'Plain', badge: HELLO })).toEqual({ badge: HELLO });
    expect(placeholdersIn({ headline: 'Plain' })).toBeUndefined();
  });

  it.each([
    ['Hi {{ customer.firstName }}'],
    ['Hi {{ customer.email | default: "you" }}'],
    ['{% if customer.firstName %}Hi{% endif %}'],
    ['{{ customer.firstName | default: "" }}'],
    ['Hi {{ customer.firstName | default: "you" | upcase }}'],
  ])('are refused as %j', (headline) => {
    expect(checkPlaceholders({ headline })).toMatchObject([{ pointer: '/headline' }]);
  });

  it.each([
    [{ headline: HELLO }, {}, 'no_name'],
    [{ headline: HELLO }, { 'customer.firstName': '  ' }, 'no_name'],
    [{ offer: '{{ offer.code | default: "code" }}' }, { 'customer.firstName': 'Ada' }, 'no_code'],
    [{ badge: '{{ companion.title | default: "more" }}' }, {}, 'no_companion'],
    [{ badge: '{{ product.title | default: "it" }}' }, { 'product.title': 'x'.repeat(41) }, 'text_too_long'],
  ] as const)('of %j with %j are left as they are: %s', (texts, facts, reason) => {
    expect(withFacts(texts, facts)).toEqual({ reason });
  });
});
