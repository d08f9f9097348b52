import type { ReactNode } from 'react';
import type { Language } from '#platform/http/contract/envelope.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '#platform/i18n/web/language.ts';
import mark from '/favicon.svg?inline';
import deviceArt from './devices.svg';
import type { LoginTexts } from './texts.ts';
import './login.css';

interface LoginLayoutProps {
  texts: LoginTexts['login'];
  language: Language;
  productName: string;
  demo: boolean;
  onLanguage(language: Language): void;
  onSwitchTheme(): void;
  children: ReactNode;
}

/** Around every page before the login: the product's title and description, language and theme (platform.md 2). */
export function LoginLayout({
  texts,
  language,
  productName,
  demo,
  onLanguage,
  onSwitchTheme,
  children,
}: LoginLayoutProps) {
  return (
    <div className="login">
      <aside className="login-brand">
        <img src={deviceArt} alt="" width={440} height={300} />
        <ul className="login-facts">
          {(['Live', 'Money', 'Tenants'] as const).map((fact) => (
            <li key={fact}>
              <strong>{texts[`fact${fact}`]}</strong>
              <span>{texts[`fact${fact}Text`]}</span>
            </li>
          ))}
        </ul>
      </aside>
      <div className="login-side">
        <header className="login-tools">
          <fieldset className="login-languages" aria-label={texts.language}>
            {LANGUAGES.map((tag) => (
              <button
                key={tag}
                type="button"
                lang={tag}
                aria-pressed={tag === language}
                onClick={() => onLanguage(tag)}
              >
                {LANGUAGE_NAMES[tag]}
              </button>
            ))}
          </fieldset>
          <button
            type="button"
            className="login-theme"
            aria-label={texts.theme}
            data-tip={texts.theme}
            onClick={onSwitchTheme}
          >
            <svg
              viewBox="0 0 24 24"
              width="18"
              height="18"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              aria-hidden="true"
            >
              <circle cx="12" cy="12" r="8.5" />
              <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" />
            </svg>
          </button>
        </header>
        <main className="login-main">
          <div className="login-card">
            <div className="login-title">
              <img src={mark} alt="" width={44} height={44} />
              <h1>
                {productName}
                {demo && <span className="login-demo">{texts.demo}</span>}
              </h1>
              <p>{texts.description}</p>
            </div>
            {children}
          </div>
        </main>
        <footer className="login-footer">
          © {new Date().getFullYear()} {productName}
        </footer>
      </div>
    </div>
  );
}
