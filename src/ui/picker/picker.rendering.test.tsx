import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, callsOf, refuse } from '#platform/testing/web/fake-server.ts';
import { show } from '#platform/testing/web/show.tsx';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { RolePicker } from '#system/pickers/web/index.ts';
import { roles } from '#system/roles/contract/roles.ts';

// A choice among many records: ten at a time, found by typing, kept apart until it is done.
const PAGE = 10;
const ROLES = Array.from({ length: 24 }, (_, at) => ({
  id: `r-${at + 1}`,
  roleCode: `role${at + 1}`,
  roleName: at === 22 ? 'Barista' : `Role ${at + 1}`,
  roleNameZh: '',
}));

beforeEach(() => {
  useSession.setState({ permissions: new Set([roles.endpoints.page.permission ?? '']) });
  answer(roles.endpoints.page, ({ pageNo, pageSize, keyword }) => {
    const word = String(keyword ?? '');
    const found = ROLES.filter((role) => role.roleName.includes(word));
    const size = Number(pageSize);
    return {
      records: found.slice((Number(pageNo) - 1) * size, Number(pageNo) * size),
      current: Number(pageNo),
      pages: Math.ceil(found.length / size),
      size,
      total: found.length,
    };
  });
});

function Roles({ isMulti = false, begin = '' }: { isMulti?: boolean; begin?: string }) {
  const [value, setValue] = useState(begin);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setValue('the form was sent');
      }}
    >
      <RolePicker attributes={{ id: 'roles' }} label="Roles" value={value} onChange={setValue} isMulti={isMulti} />
      <output>{value}</output>
    </form>
  );
}

const dialog = () => page.getByRole('dialog', { name: 'Roles' });
const open = () => page.getByRole('button', { name: 'Roles: Choose…' }).click();
const value = () => document.querySelector('output')?.textContent;
const role = (kind: 'radio' | 'checkbox', name: RegExp) => dialog().getByRole(kind, { name });

test('one is chosen among ten at a time; nothing counts before "Choose"', async () => {
  show(<Roles />);
  await open();
  await expect.element(role('radio', /^Role 10 /)).toBeVisible();
  expect(role('radio', /./).elements()).toHaveLength(PAGE);
  await expect.element(dialog().getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await dialog().getByRole('button', { name: 'Next page' }).click();
  await role('radio', /^Role 12 /).click();
  expect(value()).toBe('');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  expect(value()).toBe('');
  await open();
  await role('radio', /^Role 2 /).click();
  await dialog().getByRole('button', { name: 'Choose' }).click();
  await expect.poll(value).toBe('role2');
  await expect.element(page.getByRole('button', { name: 'Remove Role 2' })).toBeVisible();
});

test('several are chosen over pages and searches, counted, and taken away one by one', async () => {
  show(<Roles isMulti begin="role1" />);
  await open();
  await expect.element(role('checkbox', /^Role 1 /)).toBeChecked();
  await dialog().getByRole('button', { name: 'Next page' }).click();
  await role('checkbox', /^Role 11 /).click();
  await dialog().getByRole('searchbox', { name: 'Search: Roles' }).fill('Bar');
  await role('checkbox', /^Barista/).click();
  await expect.element(dialog().getByText('3 chosen')).toBeVisible();
  await dialog().getByRole('button', { name: 'Choose' }).click();
  await expect.poll(value).toBe('role1,role11,role23');
  await page.getByRole('button', { name: 'Remove Role 11' }).click();
  await expect.poll(value).toBe('role1,role23');
});

test('what is typed is asked once after a pause; Enter searches and does not send the form around it', async () => {
  show(<Roles />);
  await open();
  await expect.element(role('radio', /^Role 1 /)).toBeVisible();
  const before = callsOf(roles.endpoints.page).length;
  const box = dialog().getByRole('searchbox', { name: 'Search: Roles' });
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('Barista{Enter}');
  await expect.element(role('radio', /^Barista/)).toBeVisible();
  expect(callsOf(roles.endpoints.page)).toHaveLength(before + 1);
  expect(value()).toBe('');
  await box.fill('zzz');
  await expect.element(dialog().getByText('Nothing found')).toBeVisible();
});

test('a list that cannot be loaded says so, and who may not see it keeps what was chosen', async () => {
  answer(roles.endpoints.page, () => refuse({ status: 409 }));
  show(<Roles />);
  await open();
  await expect.element(dialog().getByText('This could not be loaded')).toBeVisible();
  useSession.setState({ permissions: new Set() });
  show(<Roles begin="role7" />);
  await expect.element(page.getByText('role7').first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Roles: Choose…' })).toBeDisabled();
});

test('arrows lead from the search box to the options and back', async () => {
  show(<Roles isMulti />);
  await open();
  await expect.element(role('checkbox', /^Role 1 /)).toBeVisible();
  await dialog().getByRole('searchbox').click();
  await userEvent.keyboard('{ArrowDown}{ArrowDown} ');
  await expect.element(role('checkbox', /^Role 2 /)).toHaveFocus();
  await expect.element(role('checkbox', /^Role 2 /)).toBeChecked();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(dialog().getByRole('searchbox')).toHaveFocus();
});
