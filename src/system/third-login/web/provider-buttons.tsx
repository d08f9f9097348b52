import { useEffect, useState } from 'react';
import type { SignInPageProps } from '#system/sign-in/web/index.ts';
import type { ProviderChoice } from '../contract/provider.ts';
import { useThirdLoginTexts } from './texts.ts';
import { goToProvider, listProviders } from './third-login-calls.ts';
import './third-login.css';

/** A button for each configured provider. Where they cannot be asked, the password form above still works. */
export function ProviderButtons({ language }: SignInPageProps) {
  const texts = useThirdLoginTexts(language);
  const [providers, setProviders] = useState<readonly ProviderChoice[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server names them in the language on screen
  useEffect(() => {
    let isShown = true;
    listProviders().then(
      (list) => isShown && setProviders(list),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [language]);
  if (providers.length === 0) return null;
  return (
    <section className="third-login" aria-labelledby="third-login-title">
      <h2 id="third-login-title">{texts.providers}</h2>
      <ul>
        {providers.map(({ source, name }) => (
          <li key={source}>
            <button type="button" onClick={() => goToProvider(source, 'browser')}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
