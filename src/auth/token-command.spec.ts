import { describe, expect, it } from 'vitest';
import { tokenFor, UsageError } from './token-command.js';

const RETAILER = '0b0f7a1e-6a1f-5c55-9d3e-0c9f5a1c2b3d';
const config = {
  tokenSecrets: {
    admin: ['a'.repeat(40), 'o'.repeat(40)],
    module: ['m'.repeat(40)],
    retailer: ['r'],
    customer: ['c'],
  },
} as const;

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('the token command', () => {
  it('signs an admin token with full access for eight hours', () => {
    const { exp, iat, jti, ...claims } = claimsOf(tokenFor(['admin'], config));
    expect(claims).toEqual({ iss: 'rekindle', aud: 'admin', sub: 'command-line', fullAccess: true });
    expect(jti).toEqual(expect.any(String));
    expect(Number(exp) - Number(iat)).toBe(8 * 3_600);
  });

  it('signs a module token for one retailer with the requested lifetime', () => {
    const { exp, iat, jti, ...claims } = claimsOf(
      tokenFor(['module', '--retailer', RETAILER, '--expires', '15m'], config),
    );
    const mintedBy = { kind: 'admin', subject: 'command-line' };
    expect(claims).toEqual({ iss: 'rekindle', aud: 'module-r', sub: RETAILER, mintedBy });
    expect(jti).toEqual(expect.any(String));
    expect(Number(exp) - Number(iat)).toBe(900);
  });

  it('signs a retailer token with the role of a member, who can not approve or send, unless another role is named', () => {
    const claims = claimsOf(tokenFor(['retailer', '--retailer', RETAILER], config));
    expect(claims).toMatchObject({ aud: 'retailer', sub: 'command-line', retailerId: RETAILER, role: 'member' });
    const owner = tokenFor(['retailer', '--retailer', RETAILER, '--role', 'owner'], config);
    expect(claimsOf(owner)).toMatchObject({ role: 'owner' });
  });

  it('uses the subject from the command line', () => {
    expect(claimsOf(tokenFor(['admin', '--subject', 'ada'], config))).toMatchObject({ sub: 'ada' });
  });

  it.each([[['admin']], [['module', '--retailer', RETAILER]], [['retailer', '--retailer', RETAILER]]])(
    'limits the token of %j to a day, whatever lifetime is requested',
    (args) => {
      const { exp, iat } = claimsOf(tokenFor([...args, '--expires', '7d'], config));
      expect(Number(exp) - Number(iat)).toBe(86_400);
    },
  );

  it.each([
    [[]],
    [['customer']],
    [['admin', 'module']],
    [['admin', '--retailer', RETAILER]],
    [['module']],
    [['module', '--retailer', 'shop1.myshopify.com']],
    [['retailer']],
    [['retailer', '--retailer', RETAILER, '--role', 'admin']],
    [['admin', '--expires', '8']],
    [['admin', '--expires', '0h']],
    [['admin', '--forever']],
  ])('refuses the arguments %j with the usage', (args) => {
    expect(() => tokenFor(args, config)).toThrow(UsageError);
  });
});
