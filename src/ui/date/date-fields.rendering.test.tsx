import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import { show } from '#platform/testing/web/show.tsx';
import { FormDialog } from '../form-dialog/form-dialog.tsx';
import { DateField, DateTimeField, TimeField } from './date-field.tsx';
import { DateRange } from './date-range.tsx';
import { DateRangeField } from './date-range-field.tsx';

// Days and times as they are typed and chosen: the tenant is in Stockholm, the browser in New York.
const Values = z.strictObject({
  day: z.iso.date().optional(),
  due: z.iso.datetime().optional(),
  opens: z.string().optional(),
  first: z.iso.date().optional(),
  last: z.iso.date().optional(),
});
type Values = z.infer<typeof Values>;

function Form({ begin = {}, onSave }: { begin?: Values; onSave: (values: Values) => void }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <FormDialog
      namespace="made-up"
      title="Dates"
      schema={Values}
      initialValues={begin}
      onSubmit={async (values) => onSave(values)}
      onClose={() => setOpen(false)}
    >
      <DateField name="day" min="2026-11-01" max="2026-12-31" />
      <DateTimeField name="due" />
      <TimeField name="opens" />
      <DateRangeField label="Days off" from={{ name: 'first' }} to={{ name: 'last' }} maxDays={31} />
    </FormDialog>
  );
}

function open(begin?: Values): Values[] {
  const saved: Values[] = [];
  show(<Form {...(begin && { begin })} onSave={(values) => saved.push(values)} />);
  return saved;
}

const dialog = () => page.getByRole('dialog', { name: 'Dates' });
const group = (name: string | RegExp) => dialog().getByRole('group', { name });
const part = (name: string | RegExp, at = 0) => group(name).getByRole('spinbutton').nth(at);
/** Types into the first part; the others follow by themselves. */
async function type(name: string | RegExp, digits: string, at = 0): Promise<void> {
  await expect.element(part(name, at)).toBeVisible();
  part(name, at).element().focus();
  await userEvent.keyboard(digits);
}
const textOf = (name: string | RegExp) =>
  group(name)
    .element()
    .textContent?.replace(/[\s\u2066-\u2069]+/g, ' ');
const save = () => dialog().getByRole('button', { name: 'Save' }).click();

describe('typed', () => {
  test('parts stand in the order of the tenant, follow each other, and are sent as days, instants and clocks', async () => {
    const saved = open();
    await type(/^Day$/, '20261122');
    await type(/^Due$/, '202611221305');
    await type(/^Opens at$/, '0830');
    await save();
    await expect.poll(() => saved).toEqual([{ day: '2026-11-22', due: '2026-11-22T12:05:00.000Z', opens: '08:30' }]);
  });

  test('what is typed in part is not sent, and says how to put it right', async () => {
    const saved = open();
    await type(/^Day$/, '202611');
    await type(/^Opens at$/, '08');
    await save();
    await expect.element(dialog().getByText('Complete the date, or clear it').first()).toBeVisible();
    await expect.element(dialog().getByText('Complete the time, or clear it').first()).toBeVisible();
    await expect.element(part(/^Day$/)).toHaveFocus();
    expect(saved).toEqual([]);
  });

  test('a day beyond its bounds is said in words, and a time that spring skips', async () => {
    const saved = open();
    await type(/^Day$/, '20270101');
    await type(/^Due$/, '202703280230');
    await save();
    await expect
      .element(
        dialog()
          .getByText(/2026-12-31 or earlier/)
          .first(),
      )
      .toBeVisible();
    await expect
      .element(
        dialog()
          .getByText(/02:30.* does not exist on this day/)
          .first(),
      )
      .toBeVisible();
    expect(saved).toEqual([]);
    await type(/^Day$/, '20261231');
    await type(/^Due$/, '202703280330');
    await save();
    await expect.poll(() => saved).toEqual([{ day: '2026-12-31', due: '2027-03-28T01:30:00.000Z' }]);
  });

  test('of a time that comes twice one is chosen', async () => {
    const saved = open({ due: '2026-10-25T00:30:00.000Z' });
    await expect.element(dialog().getByText(/The clocks show 02:30.* twice/)).toBeVisible();
    await dialog()
      .getByText(/^Second/)
      .click();
    await save();
    await expect.poll(() => saved).toEqual([{ due: '2026-10-25T01:30:00.000Z' }]);
  });

  test('arrows step a part, Backspace empties the field, and an emptied day is taken back', async () => {
    const saved = open({ day: '2026-11-22', opens: '08:30' });
    await expect.poll(() => textOf(/^Day$/)).toContain('2026-11-22');
    await type(/^Day$/, '{ArrowUp}', 2);
    await expect.poll(() => textOf(/^Day$/)).toContain('2026-11-23');
    await type(/^Opens at$/, '{Backspace}{Backspace}{ArrowRight}{Backspace}{Backspace}');
    await save();
    await expect.poll(() => saved.length).toBe(1);
    expect(saved[0]).toMatchObject({ day: '2026-11-23' });
    expect(saved[0]?.opens ?? null).toBeNull();
  });
});

describe('chosen', () => {
  const calendar = () => page.getByRole('dialog', { name: /Day$/ });

  test('a day is pressed in the calendar, which begins on Monday and closes with it', async () => {
    const saved = open({ day: '2026-11-22' });
    await dialog().getByRole('button', { name: 'Open the calendar: Day' }).click();
    await expect.element(page.getByRole('grid').first()).toBeVisible();
    expect(document.querySelector('.calendar th')?.textContent).toBe('Mon');
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('button', { name: /December 24, 2026/ }).click();
    await expect.poll(() => calendar().query()).toBeNull();
    await save();
    await expect.poll(() => saved).toEqual([{ day: '2026-12-24' }]);
  });

  test('days beyond the bounds cannot be pressed', async () => {
    open({ day: '2026-12-30' });
    await dialog().getByRole('button', { name: 'Open the calendar: Day' }).click();
    await page.getByRole('button', { name: 'Next month' }).click({ force: true });
    const late = page.getByRole('button', { name: /January 4, 2027/ });
    if (late.query()) await expect.element(late).toHaveAttribute('aria-disabled', 'true');
    else await expect.element(page.getByRole('button', { name: 'Next month' })).toBeDisabled();
  });

  test('a usual range fills both days, and one too long is refused', async () => {
    const saved = open();
    const field = dialog().getByRole('button', { name: 'Last 7 days' });
    await field.click();
    await save();
    await expect.poll(() => saved.length).toBe(1);
    const { first = '', last = '' } = saved[0] ?? {};
    expect((Date.parse(last) - Date.parse(first)) / 86_400_000).toBe(6);
  });

  test('the panel of a filter takes a usual range at once', async () => {
    const chosen: unknown[] = [];
    show(<DateRange label="Ordered" value={undefined} maxDays={31} onChange={(next) => chosen.push(next)} />);
    await page.getByRole('button', { name: 'Last week' }).click();
    await expect.poll(() => chosen).toEqual([{ preset: 'lastWeek' }]);
    await expect.element(page.getByText(/Days in Europe\/Stockholm/)).toBeVisible();
  });
});
