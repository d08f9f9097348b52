import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { pointsEndpoints, ReverseRedemptionRequest } from '../contract/endpoints.ts';
import type { ListedRedemption } from '../contract/redemptions.ts';

const useAsked = create<{ readonly row?: ListedRedemption }>(() => ({}));
export const openReverse = (row: ListedRedemption): void => useAsked.setState({ row }, true);

export function ReverseDialogs() {
  const { t } = useTranslation('redemptions');
  const { row } = useAsked();
  if (!row) return null;
  const { id, points } = row;
  const title = localName(currentLanguage(), row.title, row.titleZh);
  return (
    <FormDialog
      namespace="redemptions"
      title={t('reverse.title', { title })}
      schema={ReverseRedemptionRequest}
      initialValues={{ id }}
      intro={<p>{t('reverse.intro', { points })}</p>}
      verb={t('reverse.verb')}
      danger
      onSubmit={(request, { idempotencyKey }) =>
        call(pointsEndpoints.reverseRedemption, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={() => toast.success(t('reverse.done', { points }))}
      onClose={() => useAsked.setState({}, true)}
    >
      <TextAreaField name="reason" rows={2} required />
    </FormDialog>
  );
}
