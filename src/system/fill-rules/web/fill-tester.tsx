import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { fillRuleEndpoints, type PreviewRequest } from '../contract/endpoints.ts';

/** A pause of typing (ux-guide 5). */
const DELAY_MS = 500;

/** The next values of the rule as it stands in the form; no number is used up. */
export function FillTester({ id }: { id: string | undefined }) {
  const { t } = useTranslation('fill-rules');
  const titleId = useId();
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
    <section className="fill-tester" aria-labelledby={titleId}>
      <h3 id={titleId}>{t('tester.title')}</h3>
      <div aria-live="polite">
        {ruleClass === '' && <p className="quiet">{t('tester.noHandler')}</p>}
        {ruleClass !== '' && query.error && <p className="fill-tester-fault">{query.error.message}</p>}
        {ruleClass !== '' && !query.error && query.data && (
          <ol>
            {query.data.map((value) => (
              <li key={value}>
                <code>{value}</code>
              </li>
            ))}
          </ol>
        )}
      </div>
      <p className="quiet">{t('tester.hint')}</p>
    </section>
  );
}

/** What was typed, once typing has stopped. */
function useLater<Value>(value: Value): Value {
  const [later, setLater] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(JSON.parse(text) as Value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
