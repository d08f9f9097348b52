import { PASSWORD_LINES, type PasswordLine, unmetLines } from '#system/passwords/rules/password-lines.ts';
import './password-lines.css';

interface PasswordLinesProps {
  /** For `aria-describedby` of the field. */
  id?: string;
  password: string;
  owner: { readonly account: string; readonly name: string };
  texts: Readonly<Record<PasswordLine | 'title' | 'met' | 'unmet', string>>;
}

/** The policy with a tick at each line that is met, while somebody types (security 2.11); without kit and translation. */
export function PasswordLines({ id, password, owner, texts }: PasswordLinesProps) {
  const unmet = unmetLines(password, owner);
  return (
    <div className="password-lines" id={id}>
      <p>{texts.title}</p>
      <ul>
        {PASSWORD_LINES.map((line) => (
          <li key={line} data-met={!unmet.has(line) || undefined}>
            <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
              {unmet.has(line) ? <circle cx="8" cy="8" r="2.5" /> : <path d="M3 8.5 6.5 12 13 4.5" />}
            </svg>
            {texts[line]}
            <span className="hidden-text"> ({unmet.has(line) ? texts.unmet : texts.met})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
