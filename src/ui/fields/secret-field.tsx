import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { type FieldCheck, type FieldProps, useField, useForm } from '../form-dialog/form-context.ts';
import { FieldFrame } from './field-frame.tsx';

export interface SecretFieldProps extends FieldProps {
  /** The server keeps one: left empty it stays (security 2.6). */
  isSet?: boolean;
  /** What the server sends in its place, and takes back as it. */
  mask?: string;
  autoComplete?: 'current-password' | 'new-password' | 'off';
  check?: FieldCheck;
}

/** A password or key: pasting and password managers welcome, shown on demand (ux-guide 5). */
export function SecretField({ isSet, mask, autoComplete = 'off', check, ...props }: SecretFieldProps) {
  const { t } = useTranslation('ui');
  const field = useField(props, check);
  const { withhold } = useForm();
  useEffect(() => withhold(props.name), [withhold, props.name]);
  const isKept = mask !== undefined && field.value === mask;
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame field={field}>
      <div className="field-box">
        <input
          {...field.attributes}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          spellCheck={false}
          placeholder={isSet || isKept ? t('form.secretKept') : undefined}
          value={isKept || typeof field.value !== 'string' ? '' : field.value}
          onChange={(event) => field.set(event.target.value)}
        />
        <IconButton
          icon={isShown ? 'eye' : 'eyeOff'}
          small
          label={t(isShown ? 'form.hideSecret' : 'form.showSecret')}
          aria-pressed={isShown}
          onClick={() => setShown((shown) => !shown)}
        />
      </div>
    </FieldFrame>
  );
}
