import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod';
import { LocalDate } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { DateField } from '#ui/date/date-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { browserNow } from '#ui/time/now.ts';
import { addDays, dayIn } from '#ui/time/zoned.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { closeDayPage } from '../contract/addresses.ts';
import { dailyCloses, type ListedClose } from '../contract/closes.ts';
import { dailyCloseEndpoints } from '../contract/endpoints.ts';
import { closeStateTags } from './tags.ts';

/** Days, the newest first: whether they fit together, and who signed them off. */
export default recordsPage(dailyCloses, {
  icon: 'check',
  shown: ['day', 'state', 'openCount', 'orderCount', 'salesMinor', 'signedByName', 'signedAt', 'runAt'],
  widths: { day: 128, state: 136, openCount: 152, orderCount: 104, signedByName: 168 },
  views: [
    { key: 'all' },
    { key: 'open', request: { state: 'running,open,failed' } },
    { key: 'signed', request: { state: 'signed' } },
  ],
  cells: {
    day: (row) => (
      <Link to={closeDayPage(row.day ?? '')} className="record-identity">
        {row.day}
      </Link>
    ),
    state: (row) => <StatusTag of={closeStateTags} code={row.state} />,
    openCount: (row) => <OpenCount row={row} />,
  },
  actions: MatchDay,
});

function OpenCount({ row: { openCount, state } }: { row: ListedClose }) {
  const { t } = useTranslation('daily-close');
  if (openCount > 0) return <Tag tone="danger">{t('tile.differences', { count: openCount })}</Tag>;
  return state === 'open' || state === 'signed' ? <span className="quiet">{t('tile.fits')}</span> : '–';
}

const DayRequest = z.strictObject({ day: LocalDate });

/** A day that nothing ran for, such as one from before. */
function MatchDay() {
  const { t } = useTranslation('daily-close');
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const { timeZone } = useTenant();
  const yesterday = addDays(dayIn(browserNow(), timeZone), -1);
  return (
    <>
      <ActionButton
        action={{
          ...{ key: 'begin', label: t('action.begin'), icon: 'refresh', by: dailyCloseEndpoints.run },
          onSelect: () => setOpen(true),
        }}
      />
      {isOpen && (
        <FormDialog
          namespace="daily-close"
          title={t('ask.beginTitle')}
          intro={<p>{t('ask.beginAbout')}</p>}
          schema={DayRequest}
          initialValues={{ day: yesterday }}
          verb={t('ask.beginVerb')}
          onSubmit={async (request, { idempotencyKey }) => {
            await call(dailyCloseEndpoints.run, request, { idempotencyKey });
            return request.day;
          }}
          onSaved={(day) => {
            toast.success(t('ask.runDone'));
            void navigate(closeDayPage(String(day)));
          }}
          onClose={() => setOpen(false)}
        >
          <DateField name="day" max={yesterday} />
        </FormDialog>
      )}
    </>
  );
}
