import { useCallback, useEffect, useState } from 'react';
import { Failure } from '#ui/open-page/failure.tsx';
import { LoginField } from '#ui/open-page/login-field.tsx';
import type { OpenPageProps } from '#ui/open-page/open-page.ts';
import { isSafeWay } from '#ui/open-page/safe-way.ts';
import { SubmitButton } from '#ui/open-page/submit-button.tsx';
import { useOpenForm } from '#ui/open-page/use-open-form.ts';
import { usePasswordTexts } from '../use-password-texts.ts';
import { beginAlteration, type Captcha, fetchCaptcha } from './alteration-calls.ts';

/** Step 1: whose password, and four characters out of a picture, which serves for one try. */
export function AlterationBegin({
  texts,
  language,
  failure,
  onFailure,
  onBegun,
}: OpenPageProps & { onBegun(ticket: string): void }) {
  const own = usePasswordTexts(language).alteration;
  const [picture, setPicture] = useState<Captcha | 'gone'>();
  const renew = useCallback(() => {
    setPicture(undefined);
    fetchCaptcha().then(setPicture, () => setPicture('gone'));
  }, []);
  useEffect(renew, [renew]);

  const form = useOpenForm({
    language,
    names: ['account', 'captcha'],
    check: ({ account, captcha }) => ({
      ...(account.trim() === '' && { account: own.accountMissing }),
      ...(captcha.trim() === '' && { captcha: own.captchaMissing }),
    }),
    onSubmit: async ({ account, captcha }) => {
      if (picture === undefined || picture === 'gone') return renew();
      try {
        onBegun((await beginAlteration({ account: account.trim(), captcha, checkKey: picture.checkKey })).ticket);
      } catch (error) {
        renew();
        throw error;
      }
    },
    onFailure,
  });
  return (
    <form {...form.form}>
      <Failure title={texts.open.failed} text={failure} texts={texts.open} />
      <LoginField label={own.account} mark={texts.open.required} error={form.faults.account}>
        {(field) => (
          <input
            {...field}
            {...form.input('account')}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={200}
            enterKeyHint="next"
            // biome-ignore lint/a11y/noAutofocus: the first field of a page that is only a form
            autoFocus
          />
        )}
      </LoginField>
      <LoginField label={own.captcha} mark={texts.open.required} error={form.faults.captcha} hint={own.cannotSee}>
        {(field) => (
          <span className="captcha">
            <input
              {...field}
              {...form.input('captcha')}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              maxLength={8}
              enterKeyHint="go"
            />
            <button type="button" onClick={renew} data-tip={own.otherPicture} aria-label={own.otherPicture}>
              {picture === 'gone' && <span>{own.pictureGone}</span>}
              {picture !== undefined && picture !== 'gone' && (
                <img src={picture.image} alt={own.picture} width={120} height={40} />
              )}
            </button>
          </span>
        )}
      </LoginField>
      <SubmitButton busy={form.busy} busyText={texts.open.working} disabled={!isSafeWay()}>
        {own.next}
      </SubmitButton>
    </form>
  );
}
