import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Icon, type IconName } from '../icon/icon.tsx';
import { ariaKeys } from '../keyboard/key-names.ts';
import './button.css';

interface ButtonLook {
  kind?: 'default' | 'primary' | 'danger' | 'quiet' | 'link';
  small?: boolean;
  icon?: IconName;
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'title'>, ButtonLook {
  children?: ReactNode;
  /** Shows progress and swallows further presses while a save runs. */
  busy?: boolean;
  /** Why it cannot be pressed now: it is greyed, can still be focused, and then shows this. */
  reason?: string | undefined;
  /** The keys that do the same, such as `mod+s`: shown by the tooltip. */
  keys?: string | undefined;
}

const classes = ({ kind = 'default', small }: ButtonLook, extra?: string) =>
  ['button', kind !== 'default' && `button-${kind}`, small && 'button-small', extra].filter(Boolean).join(' ');

export function Button(props: ButtonProps) {
  const { kind, small, icon, busy = false, reason, keys, className, children, disabled, onClick, ...rest } = props;
  const isHeld = busy || reason !== undefined;
  return (
    <button
      type="button"
      data-tip-keys={keys}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      {...rest}
      disabled={disabled && reason === undefined}
      className={classes({ kind, small }, className)}
      aria-busy={busy || undefined}
      aria-disabled={isHeld || undefined}
      {...(reason !== undefined && { 'aria-description': reason, 'data-tip': reason, 'data-tip-keys': undefined })}
      onClick={isHeld ? (event) => event.preventDefault() : onClick}
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

export function IconButton({ label, kind = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button data-tip={label} {...rest} kind={kind} className={`button-icon ${className ?? ''}`} aria-label={label} />
  );
}

export type ButtonLinkProps = Omit<LinkProps, keyof ButtonLook | 'title'> & ButtonLook;

/** A link that looks like a button, for actions that are pages. */
export function ButtonLink({ kind, small, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classes({ kind, small }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
