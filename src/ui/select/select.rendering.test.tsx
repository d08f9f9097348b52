import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#platform/testing/web/show.tsx';
import { MultiSelect } from './multi-select.tsx';
import { matching, type SelectOption } from './options.ts';
import { SearchSelect } from './search-select.tsx';
import { Select } from './select.tsx';

// Lists to choose from, by hand and by keys.
const SIZES = ['Small', 'Medium', 'Large'].map((label) => ({ value: label.toLowerCase(), label }));
const DRINKS = ['Espresso', 'Latte', 'Mocha', 'Flat white', 'Cortado', 'Cappuccino', 'Americano', 'Macchiato']
  .concat('Lungo', 'Ristretto', 'Cocoa', 'Café au lait')
  .map((label) => ({ value: label, label }));
/** The same between renders, as each asker must. */
const find = async (text: string): Promise<readonly SelectOption[]> => matching(DRINKS, text).slice(0, 3);

function One({ options, begin = '' }: { options: readonly SelectOption[]; begin?: string }) {
  const [value, setValue] = useState(begin);
  return <Select label="Size" none="Any" options={options} value={value} onChange={setValue} />;
}
function Several() {
  const [values, setValues] = useState<readonly string[]>(['small']);
  return <MultiSelect label="Sizes" options={SIZES} values={values} onChange={setValues} />;
}
function Found() {
  const [chosen, setChosen] = useState<SelectOption>();
  return (
    <SearchSelect
      label="Drink"
      value={chosen?.value ?? ''}
      text={chosen?.label ?? ''}
      search={find}
      delayMs={50}
      recentAs="made-up"
      onChoose={setChosen}
    />
  );
}

const box = (name: string) => page.getByRole('combobox', { name });
const focus = async (name: string): Promise<void> => {
  await expect.element(box(name)).toBeVisible();
  box(name).element().focus();
};
const options = () => page.getByRole('option');
const offered = () =>
  options()
    .elements()
    .map((one) => one.textContent);
const active = () => document.querySelector('[role=option][data-active]')?.textContent;

test('a short list is walked by arrows, ends and first letters, and Escape changes nothing', async () => {
  show(<One options={SIZES} begin="medium" />);
  await focus('Size');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(active).toBe('Medium');
  await userEvent.keyboard('{End}');
  await expect.poll(active).toBe('Large');
  await userEvent.keyboard('s');
  await expect.poll(active).toBe('Small');
  await userEvent.keyboard('{Escape}');
  await expect.element(box('Size')).toMatchTextContent(/^Medium/);
  await expect.element(box('Size')).toHaveFocus();
  await userEvent.keyboard('{Enter}{Home}{Enter}');
  await expect.element(box('Size')).toMatchTextContent(/^Any/);
});

test('a long list is searched by letters, whatever their accents, and says when nothing is found', async () => {
  show(<One options={DRINKS} />);
  await focus('Size');
  await userEvent.keyboard('c');
  await expect.element(page.getByRole('combobox', { name: 'Search: Size' })).toHaveValue('c');
  await userEvent.keyboard('afe');
  await expect.poll(offered).toEqual(['Café au lait']);
  await userEvent.keyboard('zz');
  await expect.element(page.getByText('Nothing found')).toBeVisible();
  await userEvent.keyboard('{Backspace}{Backspace}{Enter}');
  await expect.element(box('Size')).toMatchTextContent(/^Café au lait/);
});

test('several are ticked while the list stays, all at once or none', async () => {
  show(<Several />);
  await box('Sizes').click();
  await options().nth(2).click();
  await expect.element(page.getByText('2 chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect.element(page.getByText('3 chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await options().first().click();
  await options().nth(1).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(box('Sizes')).toMatchTextContent(/^Small, Medium/);
});

test('a record is found by typing, and what was chosen lately is offered first', async () => {
  show(<Found />);
  await box('Drink').click();
  await expect.poll(offered).toHaveLength(3);
  await userEvent.keyboard('cort');
  await expect.poll(offered).toEqual(['Cortado']);
  await userEvent.keyboard('{Enter}');
  await expect.element(box('Drink')).toMatchTextContent(/^Cortado/);
  show(<Found />);
  await box('Drink').click();
  await expect.element(page.getByText('Recent')).toBeVisible();
  await expect.poll(() => offered()[0]).toContain('Cortado');
});
