import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { i18n } from '#platform/i18n/web/i18n.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords } from '#platform/records/contract/define-records.ts';
import { longText, text } from '#platform/records/contract/fields.ts';
import { show } from '#platform/testing/web/show.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { formSchema } from './form-values.ts';
import { RecordFields } from './record-fields.tsx';

const kind = defineRecords({
  name: 'fair',
  namespace: 'made-up',
  calls: domainCalls('/fair/api'),
  fields: { title: text(100, { required: true }), reason: longText(100) },
}) as never;

test('what is longer than it may be stays as it was pasted or typed, and its field says the limit', async () => {
  i18n.addResourceBundle('en-US', 'made-up', { field: { title: 'Title', reason: 'Reason' } }, true, true);
  show(
    <FormDialog
      namespace="made-up"
      title="Fair"
      schema={formSchema(kind, undefined)}
      initialValues={{}}
      onSubmit={() => Promise.resolve()}
      onSaved={() => undefined}
      onClose={() => undefined}
    >
      <RecordFields kind={kind} id={undefined} />
    </FormDialog>,
  );
  const title = page.getByRole('textbox', { name: /^Title/ });
  const reason = page.getByRole('textbox', { name: /^Reason/ });
  await reason.fill('x'.repeat(330));
  await userEvent.click(reason);
  await userEvent.keyboard('{Control>}a{/Control}{Control>}c{/Control}');
  await userEvent.click(title);
  await userEvent.paste();
  await expect.element(title).toHaveValue('x'.repeat(330));
  await userEvent.click(reason);
  await expect.element(title).toHaveAccessibleDescription(/Enter at most 100 characters$/);
  await expect.element(reason).toHaveAccessibleDescription(/Enter at most 100 characters$/);
  await userEvent.fill(title, 'y'.repeat(100));
  await expect.element(title).not.toHaveAttribute('aria-invalid');
});
