import { describe, expect, it } from 'vitest';
import { UNNAMED_USER } from '../../auth/unnamed-user.js';
import { countApprovers } from './plan-approval.js';

const user = (subject: string) => ({ kind: 'user' as const, subject });
const admin = (subject: string) => ({ kind: 'admin' as const, subject });
const unnamed = user(UNNAMED_USER);

describe('the people who approve', () => {
  it.each([
    ['nobody', [], undefined, 0],
    ['one user who approves and sends', [user('7')], user('7'), 1],
    ['two users', [user('7')], user('8'), 2],
    ['a user and an admin of one name', [user('7')], admin('7'), 2],
    ['an unnamed user alone', [unnamed], unnamed, 1],
    ['an unnamed user who may be the named one', [unnamed], user('7'), 1],
    ['a named user who may be the unnamed one', [user('7')], unnamed, 1],
    ['an unnamed user beside two named ones', [user('7'), unnamed], user('8'), 2],
    ['an unnamed user and an admin', [unnamed], admin('a'), 2],
  ])('are counted: %s', (_, approvals, sender, count) => {
    expect(countApprovers(approvals, sender)).toBe(count);
  });
});
