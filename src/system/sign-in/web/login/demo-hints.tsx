import type { Language } from '#platform/http/contract/envelope.ts';
import type { DemoHints as Hints } from '#platform/http/web/runtime-config.ts';
import { simulatorAddress } from '#platform/http/web/simulator-address.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import type { LoginTexts } from './texts.ts';

interface DemoHintsProps {
  texts: LoginTexts['demo'];
  language: Language;
  hints: Hints;
  onChoose(account: { username: string; phone: string }): void;
}

/** A command, in any language. */
const NEW_PASSWORD = 'npm run password -- manager';

/** Who can be in a demo, and where its passwords, codes and mails are (decision 61). */
export function DemoHints({ texts, language, hints, onChoose }: DemoHintsProps) {
  const { accounts, simulatorUrl } = hints;
  const messages = simulatorAddress('/messages', language);
  return (
    <aside className="login-hints" aria-labelledby="login-hints-title">
      <h2 id="login-hints-title">{texts.title}</h2>
      <p>{texts.about}</p>
      <ul>
        {accounts.map((account) => (
          <li key={account.username}>
            <button type="button" onClick={() => onChoose(account)}>
              <strong>{account.username}</strong> <span>{localName(language, account.what, account.whatZh)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>
        {texts.password} <code>{NEW_PASSWORD}</code>
      </p>
      {simulatorUrl !== null && (
        <p>
          {texts.codes}{' '}
          {messages ? (
            <a href={messages} target="_blank" rel="noreferrer">
              {texts.messages}
            </a>
          ) : (
            <code>{simulatorUrl}</code>
          )}
        </p>
      )}
    </aside>
  );
}
