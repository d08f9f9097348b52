import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SuperFields } from '#platform/super-query/contract/super-query.ts';
import { answer } from '#platform/testing/web/fake-server.ts';
import { show } from '#platform/testing/web/show.tsx';
import { dictionaryEndpoints } from '#system/dictionaries/contract/endpoints.ts';
import type { ListState } from '#ui/record-list/list-state.ts';
import AdvancedDialog from './advanced-dialog.tsx';
import ConditionChips from './condition-chips.tsx';

// Conditions as a reader builds them, and as the list keeps them.
const FIELDS: SuperFields = {
  drink: { kind: 'text' },
  paidMinor: { kind: 'money' },
  cups: { kind: 'number' },
  day: { kind: 'time' },
  status: { kind: 'choice', values: [1, 2, 3], dictionary: 'made_up_status' },
};
const ITEMS = ['Paid', 'Making', 'Made'].map((text, at) => ({ value: String(at + 1), text, title: text }));
const BEGIN: ListState = {
  values: {},
  view: undefined,
  sort: undefined,
  page: 3,
  size: 20,
  panel: undefined,
  where: undefined,
  saved: undefined,
};

function List({ where, onChange }: { where?: ListState['where']; onChange: (next: Partial<ListState>) => void }) {
  const [state, setState] = useState<ListState>({ ...BEGIN, where });
  const [isOpen, setOpen] = useState(true);
  const list = {
    namespace: 'made-up',
    state,
    change: (next: Partial<ListState>) => {
      onChange(next);
      setState((now) => ({ ...now, ...next }));
    },
  };
  return (
    <>
      <ConditionChips list={list} fields={FIELDS} onEdit={() => setOpen(true)} />
      {isOpen && <AdvancedDialog list={list} fields={FIELDS} onClose={() => setOpen(false)} />}
    </>
  );
}

const dialog = () => page.getByRole('dialog', { name: 'Advanced query' });
const choose = async (label: string, option: string): Promise<void> => {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const apply = () => dialog().getByRole('button', { name: 'Apply' });

function open(where?: ListState['where']): Partial<ListState>[] {
  const changes: Partial<ListState>[] = [];
  show(<List where={where} onChange={(next) => changes.push(next)} />);
  return changes;
}

test('conditions of each kind are built, applied once and told in words', async () => {
  const changes = open();
  await dialog().getByRole('textbox', { name: 'Value 1' }).fill('Latte');
  await dialog().getByRole('button', { name: 'Add condition' }).click();
  await choose('Field 2', 'Paid');
  await choose('Operator 2', 'is at least');
  await dialog().getByRole('textbox', { name: 'Value 2' }).fill('39.50');
  await dialog().getByText('Any condition').click();
  expect(changes).toEqual([]);
  await apply().click();
  await expect.poll(() => dialog().query()).toBeNull();
  expect(changes).toEqual([
    {
      where: {
        match: 'or',
        conditions: [
          { field: 'drink', rule: 'like', val: 'Latte' },
          { field: 'paidMinor', rule: 'ge', val: '3950' },
        ],
      },
    },
  ]);
  await expect.element(page.getByRole('button', { name: 'Drink contains Latte' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Paid is at least .*39\.50/ })).toBeVisible();
});

test('a value that does not fit its field is said at it and keeps the dialog open', async () => {
  const changes = open();
  await apply().click();
  const first = dialog().getByRole('textbox', { name: 'Value 1' });
  await expect.element(first).toHaveFocus();
  await expect.element(first).toHaveAccessibleDescription(/Fill in at least one condition$/);
  await choose('Field 1', 'Cups');
  const cups = dialog().getByRole('textbox', { name: 'Value 1' });
  await cups.fill('many');
  await userEvent.keyboard('{Enter}');
  await expect.element(cups).toHaveAccessibleDescription(/A value is not valid for its field$/);
  await expect.element(cups).toHaveAttribute('aria-invalid', 'true');
  await cups.fill('12');
  await expect.element(cups).not.toHaveAttribute('aria-invalid');
  expect(changes).toEqual([]);
  await apply().click();
  expect(changes).toEqual([{ where: { match: 'and', conditions: [{ field: 'cups', rule: 'eq', val: '12' }] } }]);
});

test('items of a dictionary are offered by their words, one or several', async () => {
  answer(dictionaryEndpoints.all, () => ({ made_up_status: ITEMS }));
  const changes = open();
  await choose('Field 1', 'Status');
  await choose('Operator 1', 'is one of');
  await dialog().getByRole('combobox', { name: 'Value 1' }).click();
  await page.getByRole('option', { name: 'Making' }).click();
  await page.getByRole('option', { name: 'Made' }).click();
  await userEvent.keyboard('{Escape}');
  await apply().click();
  expect(changes).toEqual([{ where: { match: 'and', conditions: [{ field: 'status', rule: 'in', val: '2,3' }] } }]);
  await expect.element(page.getByRole('button', { name: /Status is one of Making, Made/ })).toBeVisible();
});

test('a chip opens its condition again, its cross takes it away, and all are cleared in the dialog', async () => {
  const changes = open({
    match: 'and',
    conditions: [
      { field: 'drink', rule: 'right_like', val: 'L' },
      { field: 'cups', rule: 'gt', val: '2' },
    ],
  });
  await expect.element(dialog().getByRole('combobox', { name: 'Operator 2' })).toMatchTextContent('is more than');
  await dialog().getByRole('button', { name: 'Remove condition 1' }).click();
  await expect.element(dialog().getByRole('button', { name: 'Remove condition 1' })).toBeDisabled();
  // given up: nothing of it is applied
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove filter: Cups' }).click();
  expect(changes.at(-1)?.where?.conditions).toEqual([{ field: 'drink', rule: 'right_like', val: 'L' }]);
  await page.getByRole('button', { name: 'Drink begins with L' }).click();
  await expect.element(dialog().getByRole('textbox', { name: 'Value 1' })).toHaveValue('L');
  await dialog().getByRole('button', { name: 'Clear conditions' }).click();
  expect(changes.at(-1)).toEqual({ where: undefined });
});
