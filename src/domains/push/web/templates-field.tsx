import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { IconButton } from '#ui/button/button.tsx';
import { FieldNotes } from '#ui/fields/field-frame.tsx';
import { useField } from '#ui/form-dialog/form-context.ts';
import { Select } from '#ui/select/select.tsx';
import { templates } from '../contract/templates.ts';
import { codesOf } from '../rules/fill-message.ts';

const MOST = 200;

/** The templates of a scene in their order. */
export function TemplatesField() {
  const { t } = useTranslation('push-scenes');
  const { t: ui } = useTranslation('ui');
  const field = useField({ name: 'templateCodes', hint: t('hint.templateCodes'), isChoice: true });
  const { data } = useQuery({
    queryKey: ['message-templates', 'codes'],
    queryFn: ({ signal }) =>
      call(templates.endpoints.page, { pageSize: MOST, column: 'code', order: 'asc' }, { signal, notices: 'none' }),
  });
  const chosen = codesOf(typeof field.value === 'string' ? field.value : '');
  const set = (codes: readonly string[]) => field.set(codes.join(','));
  const move = (at: number, by: number) => {
    const codes = [...chosen];
    const [one = ''] = codes.splice(at, 1);
    codes.splice(at + by, 0, one);
    set(codes);
  };
  // one code may have several texts: the title of the first stands for all
  const known = new Map((data?.records ?? []).toReversed().map(({ code, title }) => [code, title]));
  const left = [...known].toReversed().filter(([code]) => !chosen.includes(code));
  return (
    <div className="field">
      <label className="field-label" htmlFor={field.id}>
        {field.label} {field.isRequired && <small>{ui('form.required')}</small>}
      </label>
      {chosen.length > 0 && (
        <ol className="chosen-templates">
          {chosen.map((code, at) => (
            <li key={code}>
              <span>
                {code}
                <small>{known.get(code) ?? ''}</small>
              </span>
              <IconButton
                small
                icon="up"
                label={t('templates.up', { code })}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <IconButton
                small
                icon="down"
                label={t('templates.down', { code })}
                disabled={at === chosen.length - 1}
                onClick={() => move(at, 1)}
              />
              <IconButton
                small
                icon="close"
                label={t('templates.remove', { code })}
                onClick={() => set(chosen.filter((one) => one !== code))}
              />
            </li>
          ))}
        </ol>
      )}
      {data && known.size === 0 ? (
        <p className="field-hint">{t('templates.none')}</p>
      ) : (
        <Select
          attributes={field.attributes}
          label={t('templates.add')}
          options={left.map(([code, title]) => ({ value: code, label: `${code} – ${title}` }))}
          value=""
          onChange={(code) => code !== '' && set([...chosen, code])}
        />
      )}
      <FieldNotes field={field} />
    </div>
  );
}
