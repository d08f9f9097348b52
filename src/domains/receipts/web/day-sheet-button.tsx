import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { LocalDate } from '#platform/http/contract/fields.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { DateField } from '#ui/date/date-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { dayIn } from '#ui/time/zoned.ts';
import { receiptEndpoints } from '../contract/endpoints.ts';
import { openPaper } from './receipt-button.tsx';

const Asked = z.strictObject({ day: LocalDate });

/** What a spot took in on a day, made for printing. */
export function DaySheetButton({ spot }: { spot: { readonly id: string; readonly name: string } }) {
  const { t } = useTranslation('receipts');
  const { timeZone } = useTenant();
  const [isOpen, setOpen] = useState(false);
  if (!useCan(receiptEndpoints.ticket)) return null;
  const today = dayIn(Date.now(), timeZone);
  return (
    <>
      <Button icon="order" onClick={() => setOpen(true)}>
        {t('sheet.button')}
      </Button>
      {isOpen && (
        <FormDialog
          namespace="receipts"
          title={t('sheet.title', { name: spot.name })}
          schema={Asked}
          initialValues={{ day: today }}
          verb={t('sheet.verb')}
          onSubmit={({ day }) => openPaper({ report: 'day-sheet', spotId: spot.id, day })}
          onClose={() => setOpen(false)}
        >
          <DateField name="day" label={t('sheet.day')} max={today} />
        </FormDialog>
      )}
    </>
  );
}
