import { useState } from 'react';
import { CallError } from '#platform/http/web/call-error.ts';
import { failureText } from '#platform/http/web/failure-text.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import type { VerifyAlterationAnswer } from '#system/passwords/contract/passwords.ts';
import { CodeField } from '#ui/open-page/code-field.tsx';
import { Failure } from '#ui/open-page/failure.tsx';
import { BackToLogin } from '#ui/open-page/open-link.tsx';
import type { OpenPageProps } from '#ui/open-page/open-page.ts';
import { isSafeWay } from '#ui/open-page/safe-way.ts';
import { SubmitButton } from '#ui/open-page/submit-button.tsx';
import { useOpenForm } from '#ui/open-page/use-open-form.ts';
import { NewPasswordFields, newPasswordFaults } from '../new-password-fields.tsx';
import { usePasswordTexts } from '../use-password-texts.ts';
import { AlterationBegin } from './alteration-begin.tsx';
import { alterPassword, repeatAlterationCode, verifyAlteration } from './alteration-calls.ts';
import { AlterationDone } from './alteration-done.tsx';

type Progress =
  | { readonly step: 1 }
  | { readonly step: 2; readonly ticket: string }
  | { readonly step: 3; readonly proven: VerifyAlterationAnswer }
  | { readonly step: 4; readonly username: string };

/** A forgotten password in four steps (platform.md 2). No step shows whether the account exists. */
export function AlterationPage(props: OpenPageProps) {
  const { texts, language, goTo, onFailure } = props;
  const own = usePasswordTexts(language).alteration;
  const [progress, setProgress] = useState<Progress>({ step: 1 });
  const proceed = (next: Progress): void => {
    onFailure(undefined);
    setProgress(next);
  };
  return (
    <section className="sign-in" aria-labelledby="alteration-title">
      <h2 id="alteration-title">{texts.open.alteration}</h2>
      <ol className="sign-in-steps" aria-label={own.steps}>
        {([1, 2, 3, 4] as const).map((step) => (
          <li
            key={step}
            aria-current={step === progress.step ? 'step' : undefined}
            data-done={step < progress.step || undefined}
          >
            <span className="sign-in-step-mark" aria-hidden="true">
              {step < progress.step ? (
                <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
                  <path d="M3 8.5 6.5 12 13 4.5" />
                </svg>
              ) : (
                step
              )}
            </span>
            <span>
              {own[`step${step}`]}
              {step < progress.step && <span className="hidden-text"> ({own.stepDone})</span>}
            </span>
          </li>
        ))}
      </ol>
      {progress.step === 1 && <AlterationBegin {...props} onBegun={(ticket) => proceed({ step: 2, ticket })} />}
      {progress.step === 2 && (
        <CodeStep
          {...props}
          ticket={progress.ticket}
          onProven={(proven) => proceed({ step: 3, proven })}
          onOver={() => setProgress({ step: 1 })}
        />
      )}
      {progress.step === 3 && (
        <PasswordStep
          {...props}
          proven={progress.proven}
          onSet={() => proceed({ step: 4, username: progress.proven.username })}
          onOver={() => setProgress({ step: 1 })}
        />
      )}
      {progress.step === 4 ? (
        <AlterationDone {...props} username={progress.username} />
      ) : (
        <BackToLogin page={{ goTo, onFailure }} text={texts.open.back} />
      )}
    </section>
  );
}

/** The step cannot be taken any more: begin anew, with the reason above the form. */
const isOver = (error: unknown): boolean => error instanceof CallError && error.problem === 'session.alteration-over';

interface CodeStepProps extends OpenPageProps {
  ticket: string;
  onProven(proven: VerifyAlterationAnswer): void;
  onOver(): void;
}

function CodeStep({ texts, language, failure, onFailure, ticket, onProven, onOver }: CodeStepProps) {
  const own = usePasswordTexts(language).alteration;
  const form = useOpenForm({
    language,
    names: ['smscode'],
    check: ({ smscode }) => (/^\d{6}$/.test(smscode.trim()) ? {} : { smscode: texts.code.missing }),
    onSubmit: async ({ smscode }) => onProven(await verifyAlteration(ticket, smscode)),
    onFailure,
  });
  return (
    <form {...form.form}>
      <Failure title={texts.open.failed} text={failure} texts={texts.open} />
      <CodeField
        texts={texts.code}
        mark={texts.open.required}
        error={form.faults.smscode}
        sentText={own.sent}
        isSent
        input={form.input('smscode')}
        onSend={async () => {
          onFailure(undefined);
          await repeatAlterationCode(ticket);
          return true;
        }}
        onFailure={(error) => {
          if (isOver(error)) onOver();
          onFailure(failureText(error));
        }}
      />
      <SubmitButton busy={form.busy} busyText={texts.open.working} disabled={!isSafeWay()}>
        {own.next}
      </SubmitButton>
    </form>
  );
}

interface PasswordStepProps extends OpenPageProps {
  proven: VerifyAlterationAnswer;
  onSet(): void;
  onOver(): void;
}

function PasswordStep({ texts, language, failure, onFailure, proven, onSet, onOver }: PasswordStepProps) {
  const { alteration: own, choose } = usePasswordTexts(language);
  const owner = { account: proven.username, name: '' };
  const form = useOpenForm({
    language,
    names: ['password', 'confirm'],
    check: (typed) => newPasswordFaults(typed, owner, choose),
    onSubmit: async ({ password }) => {
      try {
        await alterPassword(proven.ticket, password);
        onSet();
      } catch (error) {
        if (isOver(error)) onOver();
        throw error;
      }
    },
    onFailure,
  });
  return (
    <form {...form.form}>
      <Failure title={texts.open.failed} text={failure} texts={texts.open} />
      <p>{filled(own.forAccount, { username: proven.username })}</p>
      <input type="hidden" name="username" autoComplete="username" value={proven.username} readOnly />
      <NewPasswordFields
        texts={texts}
        language={language}
        owner={owner}
        faults={form.faults}
        input={form.input}
        autoFocus
      />
      <SubmitButton busy={form.busy} busyText={texts.open.working} disabled={!isSafeWay()}>
        {own.save}
      </SubmitButton>
    </form>
  );
}
