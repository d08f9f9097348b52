import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, PositiveMinor, Text } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import { answer, callsOf, refuse, unanswered } from '#platform/testing/web/fake-server.ts';
import { show } from '#platform/testing/web/show.tsx';
import { MoneyField } from '../fields/money-field.tsx';
import { NumberField } from '../fields/number-field.tsx';
import { TextField } from '../fields/text-field.tsx';
import { FormDialog } from './form-dialog.tsx';

// A form between the hands of its user and the answers of the server.
const save = endpoint({
  method: 'POST',
  path: '/made-up/save',
  permission: null,
  summary: 'Of a test',
  request: z.strictObject({
    title: Text(10, 1),
    amountMinor: PositiveMinor,
    cups: z.int().max(99).optional(),
    reason: Text(40).optional(),
    version: z.int(),
  }),
  response: Done,
});

function Form({ draft, begin = {} }: { draft?: string; begin?: object }) {
  const [isOpen, setOpen] = useState(true);
  const [saves, setSaves] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <output>{saves} saved</output>
      {isOpen && (
        <FormDialog
          namespace="made-up"
          title="Refund"
          schema={save.request}
          initialValues={{ version: 7, ...begin }}
          onSubmit={(request, { idempotencyKey }) => call(save, request, { idempotencyKey, notices: 'none' })}
          onSaved={() => setSaves((now) => now + 1)}
          onClose={() => setOpen(false)}
          {...(draft && { draft })}
        >
          <TextField name="title" />
          <MoneyField name="amountMinor" max={{ minor: 10_000, currency: 'SEK' }} />
          <NumberField name="cups" />
          <TextField name="reason" />
        </FormDialog>
      )}
    </>
  );
}

const dialog = () => page.getByRole('dialog', { name: 'Refund' });
const field = (name: string | RegExp) => dialog().getByRole('textbox', { name });
const title = () => field(/^Title/);
const amount = () => field(/^Amount/);
const cups = () => field(/^Cups/);
const reason = () => field(/^Reason/);
const press = (name: string) => dialog().getByRole('button', { name }).click();
const question = () => page.getByRole('alertdialog');
const saved = (count: number) => expect.element(page.getByText(`${count} saved`)).toBeInTheDocument();
const sent = () => callsOf(save);

async function fillIn(): Promise<void> {
  await title().fill('Cold');
  await amount().fill('39.50');
}

beforeEach(() => answer(save, () => null));

describe('faults', () => {
  test('a field says what is wrong once it was written in and left, and is quiet as soon as it is right', async () => {
    show(<Form />);
    await expect.element(title()).toHaveFocus();
    // passed by: nothing is wrong yet
    await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}');
    expect(document.querySelectorAll('.field-fault')).toHaveLength(0);
    await title().fill('much too long');
    await amount().click();
    await expect.element(title()).toHaveAccessibleDescription(/Enter at most 10 characters$/);
    await title().fill('Cold');
    await expect.element(title()).not.toHaveAttribute('aria-invalid');
    await expect.element(title()).toHaveAttribute('aria-required', 'true');
    await expect.element(reason()).not.toHaveAttribute('aria-required');
  });

  test('a save that cannot be names its fields, leads to the first, and sends nothing', async () => {
    show(<Form />);
    await cups().fill('120');
    await press('Save');
    await expect.element(title()).toHaveFocus();
    await expect.element(page.getByText('3 fields need your attention')).toBeVisible();
    await page.getByRole('link', { name: 'Cups' }).click();
    await expect.element(cups()).toHaveFocus();
    await expect.element(cups()).toHaveAccessibleDescription(/Enter 99 or less$/);
    expect(sent()).toHaveLength(0);
    await fillIn();
    await cups().fill('2');
    await press('Save');
    await saved(1);
    expect(sent().map(({ request }) => request)).toEqual([{ title: 'Cold', amountMinor: 3_950, cups: 2, version: 7 }]);
  });

  test('what the field knows beyond the schema is said with its figures', async () => {
    show(<Form />);
    await amount().fill('100.01');
    await title().fill('Cold');
    await expect.element(amount()).toHaveAccessibleDescription(/At most .*100\.00$/);
    await amount().fill('12.345');
    await expect.element(amount()).toHaveAccessibleDescription(/at most 2 decimals$/);
  });

  test('faults of the server stand at their fields, with everything typed, until their field is written in', async () => {
    show(<Form />);
    await fillIn();
    answer(save, () =>
      refuse({
        status: 400,
        message: 'Not like this',
        faults: [{ path: 'amountMinor', message: 'Only 20.00 are left' }],
      }),
    );
    await press('Save');
    await expect.element(dialog().getByRole('alert').first()).toMatchTextContent(/Not like this.*request-4711/);
    await expect.element(amount()).toHaveAccessibleDescription(/Only 20\.00 are left$/);
    await expect.element(amount()).toHaveFocus();
    await expect.element(title()).toHaveValue('Cold');
    await amount().fill('20');
    await expect.element(amount()).not.toHaveAttribute('aria-invalid');
    answer(save, () => null);
    await press('Save');
    await saved(1);
  });
});

describe('one change is made once', () => {
  test('presses while a save is under way send nothing again, and nobody leaves meanwhile', async () => {
    show(<Form />);
    await fillIn();
    let release: (() => void) | undefined;
    answer(save, () => new Promise((done) => (release = () => done(null))));
    await reason().click();
    await userEvent.keyboard('{Enter}{Enter}{Control>}s{/Control}');
    await expect.poll(() => release).toBeDefined();
    await userEvent.keyboard('{Escape}');
    expect(sent()).toHaveLength(1);
    await expect.element(dialog()).toBeVisible();
    release?.();
    await saved(1);
    expect(sent()).toHaveLength(1);
  });

  test('without an answer the next try carries the same key; another value or an answer makes a new one', async () => {
    show(<Form />);
    await fillIn();
    answer(save, unanswered);
    const key = () => sent().at(-1)?.headers.get('idempotency-key');
    await press('Save');
    await expect.poll(() => sent().length).toBe(1);
    const first = key();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    await expect.element(dialog().getByRole('alert').first()).toBeVisible();
    answer(save, () => refuse({ status: 409, message: 'Somebody is faster' }));
    await press('Save');
    await expect.element(dialog().getByRole('alert').first()).toMatchTextContent(/Somebody is faster/);
    expect(key()).toBe(first);
    await press('Save');
    await expect.poll(() => sent().length).toBe(3);
    expect(key()).not.toBe(first);
    const second = key();
    answer(save, unanswered);
    await expect.poll(() => sent().length).toBe(3);
    await press('Save');
    await expect.poll(() => sent().length).toBe(4);
    expect(key()).not.toBe(second);
    const third = key();
    await title().fill('Colder');
    answer(save, () => null);
    await press('Save');
    await saved(1);
    expect(key()).not.toBe(third);
  });

  test.each([
    ['the server is in trouble', { status: 503, message: 'Busy' }],
    ['the first try is under way', { status: 409, problem: 'request.idempotency-key-in-use', message: 'Not so fast' }],
  ])('an answer that leaves open what came about keeps the key: %s', async (_what, refusal) => {
    show(<Form />);
    await fillIn();
    answer(save, () => refuse(refusal));
    await press('Save');
    await expect.element(dialog().getByRole('alert').first()).toBeVisible();
    answer(save, () => null);
    await press('Save');
    await saved(1);
    const [first, second] = sent().map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });
});

describe('what was typed', () => {
  test('it is thrown away after a question only; without any there is no question', async () => {
    show(<Form />);
    await title().fill('Cold');
    await userEvent.keyboard('{Escape}');
    await question().getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(title()).toHaveValue('Cold');
    await title().fill('');
    await press('Cancel');
    await expect.poll(() => dialog().query()).toBeNull();
    expect(question().query()).toBeNull();
    await page.getByRole('button', { name: 'Open' }).click();
    await title().fill('Cold');
    await press('Cancel');
    await question().getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => dialog().query()).toBeNull();
    expect(sent()).toHaveLength(0);
  });

  test('a form that was left half filled is offered again, and begins where it was', async () => {
    show(<Form draft="made-up:1" begin={{ title: 'Old' }} />);
    await title().fill('Cold');
    await amount().fill('5');
    // as with an ended session: the page is gone, and comes again
    show(<Form draft="made-up:1" begin={{ title: 'Old' }} />);
    await expect.element(title()).toHaveValue('Old');
    await press('Use it');
    await expect.element(title()).toHaveValue('Cold');
    await expect.element(amount()).toHaveValue('5.00');
    await press('Save');
    await saved(1);
    show(<Form draft="made-up:1" />);
    await expect.element(title()).toBeVisible();
    expect(dialog().getByText('Unsaved input from').query()).toBeNull();
  });

  test('a draft is of its record alone, and is gone when it was given up', async () => {
    show(<Form draft="made-up:1" />);
    await title().fill('Cold');
    show(<Form draft="made-up:2" />);
    await expect.element(title()).toBeVisible();
    expect(dialog().getByText('Unsaved input from').query()).toBeNull();
    show(<Form draft="made-up:1" />);
    await press('Discard it');
    show(<Form draft="made-up:1" />);
    await expect.element(title()).toBeVisible();
    expect(dialog().getByText('Unsaved input from').query()).toBeNull();
  });
});

describe('somebody else saved meanwhile', () => {
  const current = { title: 'Theirs', amountMinor: 500, cups: 1, reason: 'late', version: 8 };
  const conflict = { current, changedBy: 'Ingrid', changedAt: '2026-11-22T09:00:00Z' };
  const begin = { title: 'Old', amountMinor: 500, cups: 1 };
  const choice = (name: string) => dialog().getByRole('group', { name });

  test('what both changed is the user’s to choose, what only the other changed is taken over', async () => {
    show(<Form begin={begin} />);
    await title().fill('Mine');
    answer(save, () => refuse({ status: 409, conflict }));
    await press('Save');
    await expect.element(dialog().getByRole('heading', { name: /^Ingrid saved this record/ })).toBeVisible();
    await expect.element(reason()).toHaveValue('late');
    await expect.element(title()).toHaveValue('Mine');
    // the zone is the tenant's, not the browser's
    await expect
      .element(
        dialog()
          .getByText(/10:00:00/)
          .first(),
      )
      .toBeVisible();
    await press('Save');
    await expect.element(dialog().getByText('Choose a value first')).toBeVisible();
    expect(sent()).toHaveLength(1);
    await choice('Title')
      .getByRole('radio', { name: /Theirs/ })
      .click();
    await expect.element(title()).toHaveValue('Theirs');
    await choice('Title').getByRole('radio', { name: /Mine/ }).click();
    await expect.element(title()).toHaveValue('Mine');
    answer(save, () => null);
    await press('Save');
    await saved(1);
    expect(sent().at(-1)?.request).toEqual({ title: 'Mine', amountMinor: 500, cups: 1, reason: 'late', version: 8 });
  });

  test('writing into the field is a choice too', async () => {
    show(<Form begin={begin} />);
    await title().fill('Mine');
    answer(save, () => refuse({ status: 409, conflict }));
    await press('Save');
    await expect.element(choice('Title')).toBeVisible();
    await title().fill('Both');
    await expect.element(dialog().getByText('Everything is decided. Save again to go on.')).toBeVisible();
    answer(save, () => null);
    await press('Save');
    await saved(1);
    expect(sent().at(-1)?.request).toMatchObject({ title: 'Both', version: 8 });
  });
});
