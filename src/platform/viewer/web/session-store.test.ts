import { expect, test } from 'vitest';
import { buttonRights } from './session-store.ts';

const show = (action: string) => ({ action, type: '1', describe: '' });
const edit = (action: string) => ({ action, type: '2', describe: '' });

test('a granted action shows its button, an unknown one does not', () => {
  const { permissions } = buttonRights({ auth: [show('order:refund')], allAuth: [] });
  expect(permissions.has('order:refund')).toBe(true);
  expect(permissions.has('order:delete')).toBe(false);
});

test('one grant may hold several actions', () => {
  const { permissions } = buttonRights({ auth: [show('spot:add, spot:edit')], allAuth: [] });
  expect([...permissions]).toEqual(['spot:add', 'spot:edit']);
});

test('a check that the installation switched off shows its button to everybody', () => {
  const { permissions } = buttonRights({ auth: [], allAuth: [{ ...show('order:export'), status: '0' }] });
  expect(permissions.has('order:export')).toBe(true);
});

test('an editing right that was not granted disables its field, a granted or switched off one does not', () => {
  const { disabledActions } = buttonRights({
    auth: [edit('price:edit')],
    allAuth: [
      { ...edit('price:edit'), status: '1' },
      { ...edit('tax:edit'), status: '1' },
      { ...edit('name:edit'), status: '0' },
    ],
  });
  expect([...disabledActions]).toEqual(['tax:edit']);
});

test('a route is opened by any granted action, also by one that elsewhere only enables a field', () => {
  const auth = [
    { action: 'order:view', type: '1', describe: '' },
    { action: 'order:amount', type: '2', describe: '' },
  ];
  const { actions } = buttonRights({ auth, allAuth: auth.map((one) => ({ ...one, status: '1' })) });
  expect([...actions].sort()).toEqual(['order:amount', 'order:view']);
});
