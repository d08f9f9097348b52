import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '#ui/fields/field-frame.tsx';
import { type FieldProps, useField } from '#ui/form-dialog/form-context.ts';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { ICON_PATHS } from '#ui/icon/icon-paths.ts';

const NAMES = Object.keys(ICON_PATHS) as IconName[];

/** One of the icons that the menu can draw, or none. */
export function IconField(props: FieldProps) {
  const { t } = useTranslation('menu');
  const group = useId();
  const field = useField({ ...props, isChoice: true });
  const { name: _name, 'aria-required': _required, ...attributes } = field.attributes;
  const chosen = String(field.value ?? '');
  return (
    <FieldFrame field={field}>
      <fieldset {...attributes} className="icon-field" aria-label={field.label}>
        {['', ...NAMES].map((name) => (
          <label key={name} data-tip={name === '' ? t('icon.none') : name}>
            <input
              type="radio"
              className="hidden-text"
              name={group}
              aria-label={name === '' ? t('icon.none') : name}
              checked={chosen === name}
              onChange={() => field.set(name)}
            />
            {name === '' ? '–' : <Icon name={name as IconName} size={18} />}
          </label>
        ))}
      </fieldset>
    </FieldFrame>
  );
}
