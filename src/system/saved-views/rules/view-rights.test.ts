import { expect, test } from 'vitest';
import { mayChangeView, mayRestoreView, maySeeView } from './view-rights.ts';

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

test.each([
  // now, before, may share → restored
  ['unshared', { shared: false }, { shared: true }, false, false],
  ['unshared', { shared: false }, { shared: true }, true, true],
  ['shared', { shared: true }, { shared: false }, false, false],
  ['shared', { shared: true }, { shared: false }, true, true],
  ['renamed', { shared: false }, { shared: false }, false, true],
  ['renamed when shared', { shared: true }, { shared: true }, false, true],
  ["another user's, renamed", { shared: true, ownerId: 'ada' }, { shared: true, ownerId: 'ada' }, false, false],
  ["another user's, renamed", { shared: true, ownerId: 'ada' }, { shared: true, ownerId: 'ada' }, true, true],
  ["another user's, unshared", { shared: false, ownerId: 'ada' }, { shared: true, ownerId: 'ada' }, true, true],
  ['made', { shared: false }, null, false, true],
  ['deleted', null, { shared: false }, false, true],
  ["another user's, deleted", null, { shared: true, ownerId: 'ada' }, false, false],
  ["another user's, deleted", null, { shared: true, ownerId: 'ada' }, true, true],
])('a view that was %s (now %j, before %j) by who may share: %s is restored: %s', (_, now, before, mayShare, may) => {
  const mine = (view: object | null) => view && { ownerId: 'ben', shared: false, ...view };
  expect(mayRestoreView(mine(now), mine(before), { id: 'ben', mayShare })).toBe(may);
});
