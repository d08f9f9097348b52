import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Icon, type IconName } from '../icon/icon.tsx';
import './button.css';

interface ButtonLook {
  kind?: 'default' | 'primary' | 'danger' | 'quiet' | 'link';
  small?: boolean;
  icon?: IconName;
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'>, ButtonLook {
  children?: ReactNode;
  /** Shows progress and swallows further presses while a save runs. */
  busy?: boolean;
}

const classes = ({ kind = 'default', small }: ButtonLook, extra?: string) =>
  ['button', kind !== 'default' && `button-${kind}`, small && 'button-small', extra].filter(Boolean).join(' ');

export function Button({ kind, small, icon, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes({ kind, small }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className="button-spinner" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: IconName;
  /** Spoken name, shown as tooltip too. */
  label: string;
}

export function IconButton({ icon, label, kind = 'quiet', className, small, busy, ...rest }: IconButtonProps) {
  return (
    <Button
      title={label}
      {...rest}
      kind={kind}
      small={small}
      busy={busy}
      className={`button-icon ${className ?? ''}`}
      aria-label={label}
      icon={icon}
    />
  );
}

export type ButtonLinkProps = Omit<LinkProps, keyof ButtonLook> & ButtonLook;

/** A link that looks like a button, for actions that are pages. */
export function ButtonLink({ kind, small, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classes({ kind, small }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
