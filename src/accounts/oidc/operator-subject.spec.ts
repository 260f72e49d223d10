import { describe, expect, it } from 'vitest';
import type { OidcConfig } from '../../config/app-config.js';
import { operatorSubject } from './operator-subject.js';

const config: OidcConfig = {
  issuer: 'https://login.example.com',
  clientId: 'rekindle',
  clientSecret: undefined,
  audience: undefined,
  scopes: 'openid',
  operatorClaim: 'groups',
  operators: ['rekindle-operators', 'on-call'],
};

describe('operatorSubject', () => {
  it.each<[string, object, Partial<OidcConfig>]>([
    ['one of the groups', { groups: ['staff', 'on-call'] }, {}],
    ['the group as a text', { groups: 'on-call' }, {}],
    ['the subject', {}, { operatorClaim: 'sub', operators: ['7'] }],
    [
      'a verified email',
      { email: 'ada@example.com', email_verified: true },
      { operatorClaim: 'email', operators: ['ada@example.com'] },
    ],
    ['the further audience', { groups: 'on-call', aud: ['rekindle', 'staff'] }, { audience: 'staff' }],
  ])('admits %s', (_what, claims, change) => {
    expect(operatorSubject({ sub: '7', aud: 'rekindle', ...claims }, { ...config, ...change })).toBe('oidc:7');
  });

  it.each<[string, object, Partial<OidcConfig>]>([
    ['no groups', {}, {}],
    ['other groups', { groups: ['staff'] }, {}],
    ['a part of a name', { groups: ['rekindle-operators-alumni'] }, {}],
    ['a group in another form', { groups: { name: 'on-call' } }, {}],
    [
      'an email that nobody has verified',
      { email: 'ada@example.com' },
      { operatorClaim: 'email', operators: ['ada@example.com'] },
    ],
    [
      'a verification in words',
      { email: 'ada@example.com', email_verified: 'true' },
      { operatorClaim: 'email', operators: ['ada@example.com'] },
    ],
    ['no further audience', { groups: 'on-call' }, { audience: 'staff' }],
    ['no subject', { groups: 'on-call', sub: undefined }, {}],
    ['a subject with a line break', { groups: 'on-call', sub: '7\n8' }, {}],
    ['a subject that is too long', { groups: 'on-call', sub: '7'.repeat(256) }, {}],
  ])('refuses %s', (_what, claims, change) => {
    expect(operatorSubject({ sub: '7', aud: 'rekindle', ...claims }, { ...config, ...change })).toBeUndefined();
  });
});
