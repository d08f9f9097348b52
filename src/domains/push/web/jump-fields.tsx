import { useTranslation } from 'react-i18next';
import { DictionarySelectField } from '#system/dictionaries/web/index.ts';
import { PRESET_PAGES } from '#system/tenants/contract/carousel.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { Select } from '#ui/select/select.tsx';

/** Where it leads who taps on a message: nowhere, a page of the client (preset or its own), or an address (domain 8). */
export function JumpFields() {
  const { t } = useTranslation('message-templates');
  const { values, set } = useForm();
  const type = Number(values['jumpType'] ?? 0);
  const target = String(values['jumpTarget'] ?? '');
  return (
    <div className="form-row">
      <DictionarySelectField name="jumpType" code="jump_type" isNumber required label={t('field.jumpType')} />
      {(type !== 0 || target !== '') && (
        <div>
          <TextField
            name="jumpTarget"
            label={t('field.jumpTarget')}
            hint={t(type > 2 ? 'hint.jumpAddress' : 'hint.jumpPage')}
            required={type !== 0}
          />
          {type > 0 && type <= 2 && (
            <Select
              label={t('hint.jumpPage')}
              options={PRESET_PAGES.map((page) => ({ value: page, label: t(`page.${page}`) }))}
              none="–"
              value={(PRESET_PAGES as readonly string[]).includes(target) ? target : ''}
              onChange={(page) => page !== '' && set('jumpTarget', page)}
            />
          )}
        </div>
      )}
    </div>
  );
}
