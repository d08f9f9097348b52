import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormTester } from '#ui/form-dialog/form-tester.tsx';
import { useLater } from '#ui/form-dialog/use-later.ts';
import { fillRuleEndpoints, type PreviewRequest } from '../contract/endpoints.ts';

/** The next values of the rule as it stands in the form; no number is used up. */
export function FillTester({ id }: { id: string | undefined }) {
  const { t } = useTranslation('fill-rules');
  const { values } = useForm();
  const ruleClass = String(values['ruleClass'] ?? '');
  const params = values['ruleParams'];
  const asked = useLater({
    ...(id === undefined ? {} : { id }),
    ruleClass,
    ruleParams: typeof params === 'object' && params !== null ? params : {},
  } as PreviewRequest);
  const query = useQuery({
    queryKey: ['fill-rules', 'preview', asked],
    enabled: asked.ruleClass !== '',
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => call(fillRuleEndpoints.preview, asked, { signal, notices: 'none' }),
  });
  return (
    <FormTester title={t('tester.title')}>
      <div aria-live="polite">
        {ruleClass === '' && <p className="quiet">{t('tester.noHandler')}</p>}
        {ruleClass !== '' && query.error && <p className="form-tester-fault">{query.error.message}</p>}
        {ruleClass !== '' && !query.error && query.data && (
          <ol className="fill-next">
            {query.data.map((value) => (
              <li key={value}>
                <code>{value}</code>
              </li>
            ))}
          </ol>
        )}
      </div>
      <p className="quiet">{t('tester.hint')}</p>
    </FormTester>
  );
}
