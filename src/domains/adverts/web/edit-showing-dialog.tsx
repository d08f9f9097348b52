import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { NumberField } from '#ui/fields/number-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { advertEndpoints } from '../contract/endpoints.ts';
import { type Asked, closeAdvertDialog } from './asked.ts';
import { advertKeys } from './keys.ts';
import { PeriodFields } from './set-dialog.tsx';

/** Order and period of one clip at one place. */
export function EditShowingDialog({ asked }: { asked: Asked & { kind: 'edit' } }) {
  const { t } = useTranslation('adverts');
  const queryClient = useQueryClient();
  const { id, clipName, placeName, sort, startsAt, endsAt } = asked.showing;
  return (
    <FormDialog
      namespace="adverts"
      title={t('showing.title', { clip: clipName, place: placeName })}
      schema={advertEndpoints.editRelationship.request}
      initialValues={{ id, sort, startsAt, endsAt }}
      verb={t('showing.verb')}
      width={560}
      onSubmit={(request) =>
        call(
          advertEndpoints.editRelationship,
          { ...request, startsAt: request.startsAt ?? null, endsAt: request.endsAt ?? null },
          { notices: 'none' },
        )
      }
      onSaved={() => {
        toast.success(t('showing.done'));
        void queryClient.invalidateQueries({ queryKey: advertKeys.all });
      }}
      onClose={() => closeAdvertDialog(asked)}
    >
      <NumberField name="sort" />
      <PeriodFields />
    </FormDialog>
  );
}
