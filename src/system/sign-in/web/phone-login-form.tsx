import { useState } from 'react';
import { failureText } from '#platform/http/web/failure-text.ts';
import { phoneWithCountry } from '#system/verification/rules/phone-number.ts';
import { CodeField } from '#ui/open-page/code-field.tsx';
import { Failure } from '#ui/open-page/failure.tsx';
import { isSafeWay } from '#ui/open-page/safe-way.ts';
import { SubmitButton } from '#ui/open-page/submit-button.tsx';
import { useOpenForm } from '#ui/open-page/use-open-form.ts';
import type { SignInPageProps } from './login/open-page.ts';
import { asksForSecondStep, SecondStepField } from './login/second-step-field.tsx';
import { PhoneField } from './phone-field.tsx';
import { logInByPhone, sendCode } from './sign-in-calls.ts';

/** Login by phone and code (platform.md 4). */
export function PhoneLoginForm(props: SignInPageProps & { autoFocus: boolean; phone: string }) {
  const { texts, language, failure, autoFocus, phone, onFailure, onTyping, enter } = props;
  /** What the failure on screen was of: no login has failed where only a code was not sent. */
  const [failedAt, setFailedAt] = useState<'login' | 'code'>('login');
  const [hasSecondStep, setHasSecondStep] = useState(false);
  const phoneFault = (phone: string) =>
    phone.trim() === ''
      ? texts.phone.missing
      : phoneWithCountry(phone, language) === undefined
        ? texts.phone.wrong
        : undefined;
  const form = useOpenForm({
    language,
    names: ['mobile', 'captcha', 'secondStep'],
    check: ({ mobile, captcha, secondStep }) => ({
      ...(phoneFault(mobile) && { mobile: phoneFault(mobile) }),
      ...(!/^\d{6}$/.test(captcha.trim()) && { captcha: texts.code.missing }),
      ...(hasSecondStep && secondStep.trim() === '' && { secondStep: texts.login.secondStepMissing }),
    }),
    onSubmit: async ({ secondStep, ...phone }) => {
      setFailedAt('login');
      try {
        await enter(await logInByPhone({ ...phone, ...(hasSecondStep && { secondStep }) }));
      } catch (error) {
        if (!asksForSecondStep(error)) throw error;
        setHasSecondStep(true);
      }
    },
    onFailure,
    onTyping,
  });

  async function send(): Promise<boolean> {
    setFailedAt('code');
    const { mobile } = form.values();
    const fault = phoneFault(mobile);
    if (form.show(fault ? { mobile: fault } : {})) return false;
    onFailure(undefined);
    await sendCode(mobile, '0');
    return true;
  }

  return (
    <form {...form.form}>
      <Failure
        title={failedAt === 'login' ? texts.login.failedTitle : texts.open.failed}
        text={failure}
        texts={texts.open}
      />
      <PhoneField
        texts={texts.phone}
        error={form.faults.mobile}
        input={{ ...form.input('mobile'), defaultValue: phone }}
        autoFocus={autoFocus}
      />
      <CodeField
        texts={texts.code}
        error={form.faults.captcha}
        sentText={texts.code.sent}
        input={form.input('captcha')}
        onSend={send}
        onFailure={(error) => onFailure(failureText(error))}
      />
      {hasSecondStep && (
        <SecondStepField
          texts={texts.login}
          error={form.faults.secondStep}
          onInput={form.input('secondStep').onInput}
        />
      )}
      <SubmitButton busy={form.busy} busyText={texts.login.submitting} disabled={!isSafeWay()}>
        {texts.login.submit}
      </SubmitButton>
    </form>
  );
}
