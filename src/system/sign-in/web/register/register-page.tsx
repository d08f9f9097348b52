import { useState } from 'react';
import { failureText } from '#platform/http/web/failure-text.ts';
import { NewPasswordFields, newPasswordFaults, usePasswordTexts } from '#system/passwords/web/index.ts';
import { isAccountName } from '#system/sign-in/rules/account-name.ts';
import { phoneWithCountry } from '#system/verification/rules/phone-number.ts';
import { CodeField } from '#ui/open-page/code-field.tsx';
import { Failure } from '#ui/open-page/failure.tsx';
import { LoginField } from '#ui/open-page/login-field.tsx';
import { keepAccount } from '#ui/open-page/new-account.ts';
import { BackToLogin } from '#ui/open-page/open-link.tsx';
import { isSafeWay } from '#ui/open-page/safe-way.ts';
import { SubmitButton } from '#ui/open-page/submit-button.tsx';
import { useOpenForm } from '#ui/open-page/use-open-form.ts';
import type { SignInPageProps } from '../login/open-page.ts';
import { PhoneField } from '../phone-field.tsx';
import { register, sendCode } from '../sign-in-calls.ts';

const LOOKS_LIKE_MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** An account for the person who has the phone (system-api.md 2.6). */
export function RegisterPage({ texts, language, failure, onFailure, onTyping, goTo }: SignInPageProps) {
  const own = texts.register;
  const { choose } = usePasswordTexts(language);
  const [username, setUsername] = useState('');
  const owner = { account: username.trim(), name: '' };
  const phoneFault = (phone: string) =>
    phone.trim() === ''
      ? texts.phone.missing
      : phoneWithCountry(phone, language) === undefined
        ? texts.phone.wrong
        : undefined;
  const nameFault = (name: string, phone: string) =>
    name === ''
      ? own.usernameMissing
      : isAccountName(name, phoneWithCountry(phone, language))
        ? undefined
        : own.usernameWrong;
  const form = useOpenForm({
    language,
    names: ['phone', 'smscode', 'username', 'email', 'password', 'confirm'],
    check: (typed) => ({
      ...(phoneFault(typed.phone) && { phone: phoneFault(typed.phone) }),
      ...(!/^\d{6}$/.test(typed.smscode.trim()) && { smscode: texts.code.missing }),
      ...(nameFault(typed.username.trim(), typed.phone) && { username: nameFault(typed.username.trim(), typed.phone) }),
      ...(typed.email.trim() !== '' && !LOOKS_LIKE_MAIL.test(typed.email.trim()) && { email: own.emailWrong }),
      ...newPasswordFaults(typed, owner, choose),
    }),
    onSubmit: async ({ phone, smscode, username: name, email, password }) => {
      const mail = email.trim();
      const made = await register({
        phone,
        smscode,
        username: name.trim(),
        password,
        ...(mail === '' ? {} : { email: mail }),
      });
      keepAccount(made.username);
      goTo('/user/register-result', 'replace');
    },
    onFailure,
    onTyping,
  });
  const nameInput = form.input('username');

  async function send(): Promise<boolean> {
    const { phone } = form.values();
    const fault = phoneFault(phone);
    if (form.show(fault ? { phone: fault } : {})) return false;
    onFailure(undefined);
    await sendCode(phone, '1');
    return true;
  }

  return (
    <section className="sign-in" aria-labelledby="register-title">
      <h2 id="register-title">{own.title}</h2>
      <p>{own.intro}</p>
      <form {...form.form}>
        <Failure title={own.failed} text={failure} texts={texts.open} />
        <PhoneField
          texts={texts.phone}
          mark={texts.open.required}
          error={form.faults.phone}
          input={form.input('phone')}
          autoFocus
        />
        <CodeField
          texts={texts.code}
          mark={texts.open.required}
          error={form.faults.smscode}
          sentText={texts.code.sentRegister}
          input={form.input('smscode')}
          onSend={send}
          onFailure={(error) => onFailure(failureText(error))}
        />
        <LoginField label={own.username} mark={texts.open.required} error={form.faults.username}>
          {(field) => (
            <input
              {...field}
              {...nameInput}
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={40}
              onInput={(event) => {
                setUsername(event.currentTarget.value);
                nameInput.onInput();
              }}
            />
          )}
        </LoginField>
        <LoginField label={own.email} mark={texts.open.optional} error={form.faults.email}>
          {({ 'aria-required': _optional, ...field }) => (
            <input {...field} {...form.input('email')} type="email" autoComplete="email" maxLength={254} />
          )}
        </LoginField>
        <NewPasswordFields
          texts={texts}
          language={language}
          label={texts.login.password}
          owner={owner}
          faults={form.faults}
          input={form.input}
        />
        <SubmitButton busy={form.busy} busyText={texts.open.working} disabled={!isSafeWay()}>
          {own.submit}
        </SubmitButton>
      </form>
      <BackToLogin page={{ goTo, onFailure }} text={texts.open.back} />
    </section>
  );
}
