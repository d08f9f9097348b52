import type { ComponentType } from 'react';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import type { OpenPageProps } from '#ui/open-page/open-page.ts';
import type { LoginTexts } from './texts.ts';

/** What a page gets through which somebody may come in. */
export interface SignInPageProps extends OpenPageProps {
  texts: LoginTexts;
  /** Somebody has proved who he is; asks for tenant and department where he has several (platform.md 4). */
  enter(answer: LoginAnswer): Promise<void>;
}

export type SignInPage = ComponentType<SignInPageProps>;

/** Pages beside the login page by their path, each a chunk of its own. */
export type OpenPages = Readonly<Record<string, () => Promise<{ default: SignInPage }>>>;
