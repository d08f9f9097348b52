import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as z from 'zod';
import { i18n } from '#platform/i18n/web/i18n.ts';
import { show } from '#platform/testing/web/show.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { NewPasswordPair } from './index.ts';

const FIRST = 'Rain-2027-fjord';
const schema = z.strictObject({ password: z.string().min(1), confirmpassword: z.string().optional() });

test('the second password is asked for, and compared with the first whichever is typed last', async () => {
  i18n.addResourceBundle('en-US', 'made-up', { field: { password: 'New', confirmpassword: 'Again' } }, true, true);
  await i18n.loadNamespaces('passwords');
  const sent = vi.fn(() => Promise.resolve());
  show(
    <FormDialog
      namespace="made-up"
      title="Password"
      schema={schema}
      initialValues={{}}
      onSubmit={sent}
      onSaved={() => undefined}
      onClose={() => undefined}
    >
      <NewPasswordPair owner={{ account: 'kari', name: 'Kari' }} />
    </FormDialog>,
  );
  const [first, again] = [page.getByLabelText(/^New/), page.getByLabelText(/^Again/)];
  const save = page.getByRole('button', { name: 'Save' });
  await first.fill(FIRST);
  await save.click();
  await expect.element(again).toHaveAccessibleDescription(/Fill in this field$/);
  await expect.element(again).toHaveAttribute('aria-required', 'true');
  await again.fill('Rain-2027-fjorx');
  await expect.element(again).toHaveAccessibleDescription(/The passwords entered twice are different/);
  await first.fill('Rain-2027-fjorx');
  await expect.element(again).not.toHaveAttribute('aria-invalid');
  await first.fill(FIRST);
  await expect.element(again).toHaveAttribute('aria-invalid', 'true');
  expect(sent).not.toHaveBeenCalled();
  await again.fill(FIRST);
  await save.click();
  await expect.poll(() => sent).toHaveBeenCalledOnce();
});
