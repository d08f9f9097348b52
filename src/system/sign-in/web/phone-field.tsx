import { LoginField } from '#ui/open-page/login-field.tsx';
import type { LoginTexts } from './login/texts.ts';

interface PhoneFieldProps {
  texts: LoginTexts['phone'];
  mark?: string;
  error: string | undefined;
  input: { name: string; defaultValue?: string; onInput(): void };
  autoFocus: boolean;
}

export function PhoneField({ texts, mark, error, input, autoFocus }: PhoneFieldProps) {
  return (
    <LoginField label={texts.label} mark={mark} error={error} hint={texts.hint}>
      {(field) => (
        <input
          {...field}
          {...input}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          enterKeyHint="next"
          // biome-ignore lint/a11y/noAutofocus: the first field of a page that is only a form
          autoFocus={autoFocus}
        />
      )}
    </LoginField>
  );
}
