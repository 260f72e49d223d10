import { expect, it } from 'vitest';
import { studioPath } from './studio-path.js';

const HOME = '/dashboard/operator';

it.each([
  [HOME, HOME],
  ['/dashboard/operator/actions?subject=ada', '/dashboard/operator/actions?subject=ada'],
])('keeps %s', (wanted, shown) => expect(studioPath(wanted)).toBe(shown));

it.each([
  [undefined],
  [['/dashboard/operator']],
  [''],
  ['https://evil.example/dashboard/operator'],
  ['//evil.example/dashboard/operator'],
  ['/dashboard/operator/../../evil'],
  ['/dashboard/operator/%2e%2e/%2e%2e/evil'],
  ['/dashboard/operator\\..\\..\\evil'],
  ['/dashboard/operator@evil.example'],
  ['/dashboard/operators'],
  ['/retailer/me'],
  ['javascript:alert(1)'],
])('does not leave the studio for %j', (wanted) => expect(studioPath(wanted)).toBe(HOME));
