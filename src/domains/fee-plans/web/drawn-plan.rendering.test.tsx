import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#platform/testing/web/show.tsx';
import { FormContext, type FormHandle } from '#ui/form-dialog/form-context.ts';
import { DrawnPlan } from './drawn-plan.tsx';

const draw = (values: object) =>
  show(
    <FormContext value={{ namespace: 'fee-plans', values } as unknown as FormHandle}>
      <DrawnPlan />
    </FormContext>,
  );

test('a plan that cannot be kept says why, field by field, while it is written', async () => {
  draw({
    ...{ baseUnitMinutes: 30, baseCostMinor: 100, repetitions: 2, maxDays: 9 },
    phases: [{ startMinute: 10, unitMinutes: 60, unitPriceMinor: 200 }],
  });
  const said = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent);
  await expect
    .poll(said)
    .toEqual([
      'Phase 1: From minute: The first phase begins where the base ends: base unit × repetitions, or 0',
      'Price of the purchase: Say what a unit costs that is not returned',
      "Days until purchase: At most 5 days: the hold on the customer's card lasts no longer",
    ]);
  expect(page.getByText('Fill in the plan').elements()).toHaveLength(0);
});

test('a plan that is not written yet asks to be', async () => {
  draw({ phases: [{ startMinute: 0 }] });
  await expect.element(page.getByText(/^Fill in the plan/)).toBeVisible();
});
