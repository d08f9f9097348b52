import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/button/button.tsx';
import { type FIRST_STEPS, type HelpKey, helpAddress } from '../contract/help-keys.ts';

/** A link to a help document beside the thing that it explains; the words are the page's own. */
export function HelpLink({ to, children }: { to: HelpKey | typeof FIRST_STEPS; children: ReactNode }) {
  return (
    <ButtonLink kind="link" icon="help" to={helpAddress(to)}>
      {children}
    </ButtonLink>
  );
}
