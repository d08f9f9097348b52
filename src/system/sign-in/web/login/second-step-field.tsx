import { CallError } from '#platform/http/web/call-error.ts';
import { LoginField } from '#ui/open-page/login-field.tsx';
import type { LoginTexts } from './texts.ts';

/** The first proof was right, and the account wants the code of an app as well. */
export const asksForSecondStep = (error: unknown): boolean =>
  error instanceof CallError && error.problem === 'session.second-step-required';

interface SecondStepFieldProps {
  texts: LoginTexts['login'];
  error: string | undefined;
  onInput(): void;
}

/** Shown once the server asked for it, below what was typed already. */
export function SecondStepField({ texts, error, onInput }: SecondStepFieldProps) {
  return (
    <LoginField label={texts.secondStep} hint={texts.secondStepHint} error={error}>
      {(field) => (
        <input
          {...field}
          name="secondStep"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={40}
          // biome-ignore lint/a11y/noAutofocus: all that is left to type
          autoFocus
          onInput={onInput}
        />
      )}
    </LoginField>
  );
}
