import { useEffect, useState } from 'react';
import type { CallAddress } from '#platform/http/contract/endpoint.ts';
import { callEnvelope } from '#platform/http/web/call.ts';
import { storedToken } from '#platform/http/web/credentials.ts';
import { failureText } from '#platform/http/web/failure-text.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { useOpenTexts } from '#system/languages/web/index.ts';
import { NewPasswordFields, newPasswordFaults, usePasswordTexts } from '#system/passwords/web/index.ts';
import { isAccountName } from '#system/sign-in/rules/account-name.ts';
import { asksForSecondStep, encryptedForm, SecondStepField, type SignInPageProps } from '#system/sign-in/web/index.ts';
import { DoneMark } from '#ui/open-page/done-mark.tsx';
import { Failure } from '#ui/open-page/failure.tsx';
import { LoginField } from '#ui/open-page/login-field.tsx';
import { BackToLogin, OpenLink } from '#ui/open-page/open-link.tsx';
import { isSafeWay } from '#ui/open-page/safe-way.ts';
import { SubmitButton } from '#ui/open-page/submit-button.tsx';
import { useOpenForm } from '#ui/open-page/use-open-form.ts';
import { invitationCalls } from '../../contract/calls.ts';
import type { InvitationAnswer, JoinedAnswer } from '../../contract/endpoints.ts';
import enUS from '../../locales/invitation-page.en-US.json' with { type: 'json' };
import zhCN from '../../locales/invitation-page.zh-CN.json' with { type: 'json' };
import { whyClosed } from './why-closed.ts';

/** As a new document, which the console begins with. */
const CONSOLE = '/';
const TEXTS = { 'en-US': enUS, 'zh-CN': zhCN };
type Texts = typeof enUS;

async function ask<Answer>(address: CallAddress, request: Readonly<Record<string, unknown>>): Promise<Answer> {
  return (await callEnvelope(address, request, { notices: 'none' })).result as Answer;
}

const codeOfAddress = (): string => new URLSearchParams(location.search).get('code') ?? '';

/** Accepts an invitation: with a new account, or with the one that the owner of the phone or mailbox has (settled 18). */
export function InvitationPage(props: SignInPageProps) {
  const { language, goTo, onFailure, texts } = props;
  const own = useOpenTexts(language, 'invitation-page', TEXTS);
  const [code] = useState(codeOfAddress);
  const [invitation, setInvitation] = useState<InvitationAnswer>();
  const [failure, setFailure] = useState<unknown>();
  const [hasAccount, setHasAccount] = useState<boolean>();
  const [joined, setJoined] = useState<string>();
  useEffect(() => {
    ask<InvitationAnswer>(invitationCalls.read, { code }).then(setInvitation, setFailure);
  }, [code]);
  const page = { goTo, onFailure };
  // who is in already goes back in, and is offered the new tenant there
  const isIn = storedToken() !== undefined;
  const back = isIn ? (
    <p className="login-back">
      <a href={CONSOLE}>{own.toConsole}</a>
    </p>
  ) : (
    <BackToLogin page={page} text={texts.open.back} />
  );
  if (joined !== undefined)
    return (
      <section className="sign-in sign-in-done" aria-labelledby="invitation-title">
        <DoneMark />
        <h2 id="invitation-title" role="status">
          {filled(own.done, { tenant: invitation?.tenantName ?? '' })}
        </h2>
        {!isIn && <p>{filled(own.doneText, { username: joined })}</p>}
        {isIn ? (
          <a href={CONSOLE} className="login-submit sign-in-go">
            {own.toConsole}
          </a>
        ) : (
          <OpenLink to="/user/login" page={page} className="login-submit sign-in-go">
            {own.toLogin}
          </OpenLink>
        )}
      </section>
    );
  if (!invitation)
    return (
      <section className="sign-in" aria-labelledby="invitation-title">
        <h2 id="invitation-title">{own.title}</h2>
        <p role="status">{failure === undefined ? own.asking : whyClosed(failure, own.over)}</p>
        {back}
      </section>
    );
  const owns = hasAccount ?? invitation.hasAccount;
  const form = { ...props, own, code, onJoined: setJoined };
  return (
    <section className="sign-in" aria-labelledby="invitation-title">
      <h2 id="invitation-title">{own.title}</h2>
      <p>{filled(own.intro, { by: invitation.invitedBy, tenant: invitation.tenantName })}</p>
      <p>{invitation.contact}</p>
      {owns ? <AcceptForm {...form} /> : <JoinForm {...form} />}
      {!invitation.hasAccount && (
        <button type="button" className="login-link" onClick={() => setHasAccount(!owns)}>
          {owns ? own.haveNot : own.have}
        </button>
      )}
      {back}
    </section>
  );
}

interface FormProps extends SignInPageProps {
  own: Texts;
  code: string;
  onJoined(username: string): void;
}

function JoinForm({ own, code, onJoined, texts, language, failure, onFailure, onTyping }: FormProps) {
  const { choose } = usePasswordTexts(language);
  const [owner, setOwner] = useState({ account: '', name: '' });
  const form = useOpenForm({
    language,
    names: ['realname', 'username', 'password', 'confirm'],
    check: (typed) => {
      const username = typed.username.trim();
      return {
        ...(typed.realname.trim() === '' && { realname: own.nameMissing }),
        ...(!isAccountName(username) && { username: username === '' ? own.accountMissing : own.accountWrong }),
        ...newPasswordFaults(typed, owner, choose),
      };
    },
    onSubmit: async ({ realname, username, password }) => {
      const request = { code, realname: realname.trim(), username: username.trim(), password };
      onJoined((await ask<JoinedAnswer>(invitationCalls.join, request)).username);
    },
    onFailure: (text) => onFailure(text),
    onTyping,
  });
  const typed = (name: 'realname' | 'username', part: 'name' | 'account') => {
    const input = form.input(name);
    return {
      ...input,
      onInput: (event: { currentTarget: HTMLInputElement }) => {
        setOwner({ ...owner, [part]: event.currentTarget.value.trim() });
        input.onInput();
      },
    };
  };
  return (
    <form {...form.form}>
      <Failure title={own.failed} text={failure} texts={texts.open} />
      <LoginField label={own.name} mark={texts.open.required} error={form.faults.realname}>
        {(field) => <input {...field} {...typed('realname', 'name')} autoComplete="name" maxLength={100} />}
      </LoginField>
      <LoginField label={own.account} mark={texts.open.required} error={form.faults.username}>
        {(field) => (
          <input
            {...field}
            {...typed('username', 'account')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
          />
        )}
      </LoginField>
      <NewPasswordFields
        texts={texts}
        language={language}
        label={own.password}
        owner={owner}
        faults={form.faults}
        input={form.input}
      />
      <SubmitButton busy={form.busy} busyText={texts.open.working} disabled={!isSafeWay()}>
        {own.join}
      </SubmitButton>
    </form>
  );
}

function AcceptForm({ own, code, onJoined, texts, language, failure, onFailure, onTyping }: FormProps) {
  const [hasSecondStep, setHasSecondStep] = useState(false);
  const form = useOpenForm({
    language,
    names: ['username', 'password', 'secondStep'],
    check: ({ username, password, secondStep }) => ({
      ...(username.trim() === '' && { username: own.accountMissing }),
      ...(password === '' && { password: own.passwordMissing }),
      ...(hasSecondStep && secondStep.trim() === '' && { secondStep: texts.login.secondStepMissing }),
    }),
    onSubmit: async ({ secondStep, ...typed }) => {
      try {
        const request = { code, jwe: await encryptedForm({ ...typed, ...(hasSecondStep && { secondStep }) }) };
        onJoined((await ask<JoinedAnswer>(invitationCalls.accept, request)).username);
      } catch (error) {
        if (asksForSecondStep(error)) setHasSecondStep(true);
        else onFailure(failureText(error));
      }
    },
    onFailure,
    onTyping,
  });
  return (
    <form {...form.form}>
      <Failure title={own.failed} text={failure} texts={texts.open} />
      <LoginField label={own.account} mark={texts.open.required} error={form.faults.username}>
        {(field) => <input {...field} {...form.input('username')} autoComplete="username" autoCapitalize="none" />}
      </LoginField>
      <LoginField label={own.password} mark={texts.open.required} error={form.faults.password}>
        {(field) => <input {...field} {...form.input('password')} type="password" autoComplete="current-password" />}
      </LoginField>
      {hasSecondStep && (
        <SecondStepField
          texts={texts.login}
          error={form.faults.secondStep}
          onInput={form.input('secondStep').onInput}
        />
      )}
      <SubmitButton busy={form.busy} busyText={texts.open.working} disabled={!isSafeWay()}>
        {own.accept}
      </SubmitButton>
    </form>
  );
}
