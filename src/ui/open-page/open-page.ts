import type { Language } from '#platform/http/contract/envelope.ts';

/** Words that the pages before the login share; the program around them has them in its language. */
export interface OpenTexts {
  readonly open: Readonly<
    Record<
      | 'insecure'
      | 'showPassword'
      | 'hidePassword'
      | 'required'
      | 'optional'
      | 'working'
      | 'back'
      | 'failed'
      | 'alteration',
      string
    >
  >;
  readonly code: Readonly<Record<'label' | 'send' | 'again' | 'missing', string>>;
}

/** What a page before the login gets from the little program around it. */
export interface OpenPageProps {
  texts: OpenTexts;
  language: Language;
  /** What failed last, in the server's words or ours; shown by the page. */
  failure: string | undefined;
  onFailure(text: string | undefined): void;
  /** The user begins to type: time to fetch what comes after. */
  onTyping(): void;
  /** Shows another page before the login; `replace` leaves no way back to this one. */
  goTo(path: string, how?: 'push' | 'replace'): void;
}
