import type { ReactNode } from 'react';
import type { OpenPageProps } from './open-page.ts';
import './open-page.css';

interface OpenLinkProps {
  to: string;
  page: Pick<OpenPageProps, 'goTo' | 'onFailure'>;
  className?: string;
  children: ReactNode;
}

/** A link between the pages before the login: shown without a new document, opened in a new tab when asked so. */
export function OpenLink({ to, page, className, children }: OpenLinkProps) {
  return (
    <a
      href={to + location.search}
      className={className}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        // What failed here is no concern of the next page.
        page.onFailure(undefined);
        page.goTo(to);
      }}
    >
      {children}
    </a>
  );
}

/** The way back, the same below each page that is not the login itself. */
export function BackToLogin({ page, text }: { page: OpenLinkProps['page']; text: string }) {
  return (
    <p className="login-back">
      <OpenLink to="/user/login" page={page}>
        {text}
      </OpenLink>
    </p>
  );
}
