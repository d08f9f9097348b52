import { expect, test } from 'vitest';
import { mayChangeView, maySeeView } from './view-rights.ts';

test.each([
  // owner, shared, may share → sees, changes
  [true, false, false, true, true],
  [true, true, false, true, true],
  [false, false, false, false, false],
  [false, false, true, false, false],
  [false, true, false, true, false],
  [false, true, true, true, true],
])('owner %s, shared %s, may share %s: sees it %s, changes it %s', (isOwner, shared, mayShare, sees, changes) => {
  const view = { ownerId: 'ada', shared };
  const person = { id: isOwner ? 'ada' : 'ben', mayShare };
  expect(maySeeView(view, person)).toBe(sees);
  expect(mayChangeView(view, person)).toBe(changes);
});
