import type { ComponentType } from 'react';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { LoginAnswer } from '#system/session/contract/login.ts';
import type { LoginTexts } from './texts.ts';

/** What a page before the login gets from the little program around it. */
export interface OpenPageProps {
  texts: LoginTexts;
  language: Language;
  /** What failed last, in the server's words or ours; shown by the page. */
  failure: string | undefined;
  onFailure(text: string | undefined): void;
  /** The user begins to type: time to fetch what comes after. */
  onTyping(): void;
  /** Somebody has proved who he is; asks for tenant and department where he has several (platform.md 4). */
  enter(answer: LoginAnswer): Promise<void>;
  /** Shows another page before the login; `replace` leaves no way back to this one. */
  goTo(path: string, how?: 'push' | 'replace'): void;
}

export type OpenPage = ComponentType<OpenPageProps>;

/** Pages beside the login page by their path, each a chunk of its own. */
export type OpenPages = Readonly<Record<string, () => Promise<{ default: OpenPage }>>>;
