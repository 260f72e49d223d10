import { describe, expect, it } from 'vitest';
import { ClickTokens, LinkTokens } from './link-tokens.js';

const [OLD, NEW] = ['the old secret of the tests', 'the new secret of the tests'] as const;
const MESSAGE = { retailerId: '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11', id: '0c6f1a7e-5f0b-4d0c-9f3e-3f6f5a1f7b10' };
const LINK = 'AbCd-_123456';
const clickToken = (secret: string = OLD): string => new ClickTokens(secret, MESSAGE, 7).tokenOf(LINK);

describe('tokens of links', () => {
  it('name the message, the link and the number of links, in 72 characters', () => {
    expect(clickToken()).toMatch(/^[\w-]{72}$/);
    expect(new LinkTokens([OLD]).readClick(clickToken())).toEqual({ message: MESSAGE, linkId: LINK, links: 7 });
  });

  it('hold after a new key was added, and not after their key is gone', () => {
    expect(new LinkTokens([NEW, OLD]).readClick(clickToken())).toBeDefined();
    expect(new LinkTokens([NEW]).readClick(clickToken())).toBeUndefined();
  });

  it('differ for each link, and are refused with a single other character', () => {
    const [token, tokens] = [clickToken(), new LinkTokens([OLD])];
    for (let place = 0; place < token.length; place += 1) {
      const other = token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1);
      expect(tokens.readClick(other)).toBeUndefined();
    }
    expect(new ClickTokens(OLD, MESSAGE, 7).tokenOf('AbCd-_123457').slice(-16)).not.toBe(token.slice(-16));
  });

  it.each([
    '',
    'x',
    clickToken().slice(1),
    clickToken().slice(0, -1),
    `${clickToken()}A`,
    `${clickToken()}=`,
    'ü'.repeat(72),
  ])('are refused if they are cut off or continued: %s', (token) => {
    expect(new LinkTokens([OLD]).readClick(token)).toBeUndefined();
  });

  it('of one purpose do not serve another', () => {
    const tokens = new LinkTokens([OLD]);
    const view = tokens.ofMessage('view', MESSAGE);
    expect(view).toMatch(/^[\w-]{59,60}$/);
    expect(tokens.readMessage('view', view)).toEqual(MESSAGE);
    expect(tokens.readMessage('open', view)).toBeUndefined();
    expect(tokens.readClick(view)).toBeUndefined();
    expect(tokens.readMessage('view', clickToken())).toBeUndefined();
  });
});
