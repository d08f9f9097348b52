import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { dataSourceEndpoints, type PreviewAnswer, PreviewRequest } from '../contract/endpoints.ts';

/** The first rows of the statement as it stands in the form. */
export function QueryPreview() {
  const { t } = useTranslation('data-queries');
  const { values, isBusy } = useForm();
  const asked = PreviewRequest.safeParse({ sourceId: values['sourceId'], sqlText: values['sqlText'] });
  const trial = useMutation({
    mutationFn: (request: PreviewRequest) => call(dataSourceEndpoints.preview, request, { notices: 'none' }),
  });
  const { data, error, isPending } = trial;
  return (
    <div className="source-trial">
      <Button
        icon="play"
        busy={isPending}
        disabled={isBusy}
        reason={asked.success ? undefined : t('preview.fill')}
        onClick={() => asked.data && trial.mutate(asked.data)}
      >
        {t('preview.button')}
      </Button>
      <div role="status" className="source-trial-answer">
        {isPending && <p className="quiet">{t('preview.running')}</p>}
        {!isPending && error instanceof CallError && <p className="field-fault">{error.message}</p>}
        {!isPending && data && (
          <p className="quiet">
            {data.rows.length === 0
              ? t('preview.none')
              : t(data.isCut ? 'preview.more' : 'preview.all', { count: data.rows.length, ms: data.tookMs })}
          </p>
        )}
      </div>
      {!isPending && data && data.rows.length > 0 && <Rows {...data} />}
    </div>
  );
}

function Rows({ columns, rows }: PreviewAnswer) {
  const { t } = useTranslation('data-queries');
  return (
    <ScrollBox label={t('preview.button')}>
      <table className="query-rows">
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={at} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, place) => (
                <td key={place}>{cell ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
