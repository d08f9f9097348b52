import type { MouseEvent } from 'react';
import { Link, type LinkProps, useNavigate } from 'react-router';
import { addressOf } from './tabs-model.ts';
import { useTabs } from './use-tabs.ts';

/** A link of the frame: an open page is shown as it was left. A new browser tab or a copied link gets the plain page. */
export function TabLink({ to, onClick, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  const navigate = useNavigate();
  const go = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const { tabs, active } = useTabs.getState();
    const address = addressOf(tabs, active, to);
    if (event.defaultPrevented || !isPlain || address === to) return;
    event.preventDefault();
    void navigate(address);
  };
  return <Link {...rest} to={to} onClick={go} />;
}
