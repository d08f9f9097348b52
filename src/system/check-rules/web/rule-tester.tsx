import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { CheckRulePart } from '#system/field-checks/contract/field-checks.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormTester } from '#ui/form-dialog/form-tester.tsx';
import { useLater } from '#ui/form-dialog/use-later.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { checkRuleEndpoints } from '../contract/endpoints.ts';
import './check-rules.css';

/** A value to try beside the form: which of its parts, as they stand there, refuse it. */
export function RuleTester() {
  const { t } = useTranslation('check-rules');
  const { values } = useForm();
  const language = useLanguage();
  const id = useId();
  const [value, setValue] = useState('');
  // a part that is not filled in yet is left out
  const parts = (Array.isArray(values['parts']) ? values['parts'] : []).flatMap((part, at) => {
    const read = CheckRulePart.safeParse(part);
    return read.success ? [{ at, part: read.data }] : [];
  });
  const asked = useLater({ parts: parts.map(({ part }) => part), value });
  const query = useQuery({
    queryKey: ['check-rules', 'test', asked],
    enabled: asked.parts.length > 0 && asked.value !== '',
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => call(checkRuleEndpoints.test, asked, { signal, notices: 'none' }),
  });
  const isAsked = value !== '' && parts.length > 0;
  const answers = isAsked && query.data?.length === parts.length ? query.data : undefined;
  return (
    <FormTester title={t('tester.title')}>
      <label htmlFor={id}>{t('tester.value')}</label>
      <input
        id={id}
        value={value}
        maxLength={1_000}
        autoComplete="off"
        onChange={(event) => setValue(event.target.value)}
      />
      <p className="quiet">{t('tester.digits')}</p>
      <div aria-live="polite">
        {!isAsked && <p className="quiet">{t(parts.length === 0 ? 'tester.noParts' : 'tester.hint')}</p>}
        {isAsked && query.error && <p className="form-tester-fault">{query.error.message}</p>}
        {answers && !query.error && (
          <>
            <p>
              {answers.every(({ passed }) => passed) ? (
                <Tag tone="success">{t('tester.passed')}</Tag>
              ) : (
                <Tag tone="danger">{t('tester.refused')}</Tag>
              )}
            </p>
            <ol className="rule-parts-tried">
              {answers.map(({ checkValue, passed }, nth) => {
                const { at, part } = parts[nth] ?? { at: nth, part: undefined };
                return (
                  <li key={at}>
                    <span>
                      {t('kind.row.parts', { number: at + 1 })} <code>{checkValue === '' ? '∅' : checkValue}</code>
                    </span>
                    {passed ? (
                      <Tag tone="success">{t('tester.fits')}</Tag>
                    ) : (
                      <Tag tone="danger">{language === 'zh-CN' ? part?.messageZh : part?.messageEn}</Tag>
                    )}
                  </li>
                );
              })}
            </ol>
          </>
        )}
      </div>
    </FormTester>
  );
}
