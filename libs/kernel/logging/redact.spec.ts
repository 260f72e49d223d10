import { describe, expect, it } from 'vitest';
import { redactText } from './redact.js';

describe('redactText', () => {
  it.each([
    ['email to jane.doe+x@shop.example.com failed', 'email to [email] failed'],
    ['GET /callback?code=abc123&hmac=ff00&shop=a', 'GET /callback?code=[redacted]&hmac=[redacted]&shop=a'],
    ['token shpat_0123abc refused', 'token [token] refused'],
    ['Authorization: Bearer aaa.bbb', 'Authorization: Bearer [token]'],
    ['postgres://user:pw@127.0.0.1/db', 'postgres://user:[redacted]@127.0.0.1/db'],
    ['jwt eyJhbGciOi.eyJzdWIiOi.c2ln', 'jwt [token]'],
  ])('hides secrets and addresses in %j', (line, expected) => {
    expect(redactText(line)).toBe(expected);
  });

  it('does not change a line without secrets', () => {
    expect(redactText('{"msg":"segment evaluated","members":12}')).toBe('{"msg":"segment evaluated","members":12}');
  });
});
