import { useId, useState } from 'react';
import type { Language } from '#platform/http/contract/envelope.ts';
import { unmetLines } from '#system/passwords/rules/password-lines.ts';
import { LoginField } from '#ui/open-page/login-field.tsx';
import type { OpenTexts } from '#ui/open-page/open-page.ts';
import { PasswordEye } from '#ui/open-page/password-eye.tsx';
import { PasswordLines } from './password-lines.tsx';
import type { PasswordTexts } from './texts/index.ts';
import { usePasswordTexts } from './use-password-texts.ts';

interface NewPasswordFieldsProps {
  texts: Pick<OpenTexts, 'open'>;
  language: Language;
  /** Of a first password, which takes the place of none. */
  label?: string;
  owner: { readonly account: string; readonly name: string };
  faults: { password?: string; confirm?: string };
  input(name: 'password' | 'confirm'): { name: string; onInput(): void };
  /** The page begins here. */
  autoFocus?: boolean;
}

/** What is wrong with a new password that was typed twice. */
export function newPasswordFaults(
  { password, confirm }: { password: string; confirm: string },
  owner: { account: string; name: string },
  texts: PasswordTexts['choose'],
): { password?: string; confirm?: string } {
  const again = confirm === '' && { confirm: texts.againMissing };
  if (password === '') return { password: texts.passwordMissing, ...again };
  return {
    ...(unmetLines(password, owner).size > 0 && { password: texts.passwordWeak }),
    ...(confirm !== password && { confirm: texts.differ }),
    ...again,
  };
}

/** A new password, twice, with the policy ticked off while it is typed. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { texts, language, label, owner, faults, input, autoFocus = false } = props;
  const { choose, policy } = usePasswordTexts(language);
  const [typed, setTyped] = useState('');
  const [isShown, setShown] = useState(false);
  const linesId = useId();
  const common = {
    type: isShown ? 'text' : 'password',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
  } as const;
  return (
    <>
      <LoginField label={label ?? choose.password} mark={texts.open.required} error={faults.password}>
        {(field) => (
          <span className="login-password">
            <input
              {...field}
              {...common}
              {...input('password')}
              aria-describedby={[field['aria-describedby'], linesId].filter(Boolean).join(' ')}
              // biome-ignore lint/a11y/noAutofocus: the first field of a page that is only a form
              autoFocus={autoFocus}
              onInput={(event) => {
                setTyped(event.currentTarget.value);
                input('password').onInput();
              }}
            />
            <button
              type="button"
              aria-label={isShown ? texts.open.hidePassword : texts.open.showPassword}
              data-tip={isShown ? texts.open.hidePassword : texts.open.showPassword}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              <PasswordEye isCrossed={!isShown} />
            </button>
          </span>
        )}
      </LoginField>
      <PasswordLines id={linesId} password={typed} owner={owner} texts={policy} />
      <LoginField label={choose.again} mark={texts.open.required} error={faults.confirm}>
        {(field) => <input {...field} {...common} {...input('confirm')} enterKeyHint="go" />}
      </LoginField>
    </>
  );
}
