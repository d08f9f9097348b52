import { useEffect, useState } from 'react';
import { OPTIONAL_KINDS, type OptionalKind } from '#platform/channels/contract/channels.ts';
import type { CallAddress } from '#platform/http/contract/endpoint.ts';
import { callEnvelope } from '#platform/http/web/call.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { useOpenTexts } from '#system/languages/web/index.ts';
import type { SignInPageProps } from '#system/sign-in/web/index.ts';
import type { LinkAnswer } from '../../contract/choices.ts';
import { choiceCalls } from '../../contract/choices-calls.ts';
import enUS from '../../locales/choices-page.en-US.json' with { type: 'json' };
import zhCN from '../../locales/choices-page.zh-CN.json' with { type: 'json' };

const TEXTS = { 'en-US': enUS, 'zh-CN': zhCN };

const ask = async (address: CallAddress, request: Readonly<Record<string, unknown>>): Promise<LinkAnswer> =>
  (await callEnvelope(address, request, { notices: 'none' })).result as LinkAnswer;

const linkOfAddress = (): string => new URLSearchParams(location.search).get('link') ?? '';

/** What the link of a mail opens: which messages its receiver wants. */
export function ChoicesPage({ language }: SignInPageProps) {
  const own = useOpenTexts(language, 'choices-page', TEXTS);
  const [link] = useState(linkOfAddress);
  const [answer, setAnswer] = useState<LinkAnswer>();
  const [said, setSaid] = useState('');
  useEffect(() => {
    ask(choiceCalls.read, { link }).then(setAnswer, () => setSaid('over'));
  }, [link]);
  const choose = (kind: OptionalKind, wants: boolean): void => {
    if (!answer) return;
    setSaid('');
    // the box stands as it was pressed while it is saved
    const others = answer.refused.filter((one) => one !== kind);
    setAnswer({ ...answer, refused: wants ? others : [...others, kind] });
    ask(choiceCalls.save, { link, kind, wants }).then(
      (after) => {
        setAnswer(after);
        setSaid('saved');
      },
      () => {
        setAnswer(answer);
        setSaid('failed');
      },
    );
  };
  return (
    <section className="sign-in" aria-labelledby="choices-title">
      <h2 id="choices-title">{own.title}</h2>
      {answer && <p>{filled(own.intro, { tenant: answer.tenantName })}</p>}
      {answer &&
        OPTIONAL_KINDS.map((kind) => (
          <label key={kind} className="login-check">
            <input
              type="checkbox"
              checked={!answer.refused.includes(kind)}
              onChange={(event) => choose(kind, event.target.checked)}
            />{' '}
            {{ news: own.news, coupons: own.coupons, points: own.points }[kind]}
          </label>
        ))}
      <p role="status">{said === '' ? (answer ? '' : own.asking) : own[said as 'over' | 'saved' | 'failed']}</p>
    </section>
  );
}
