import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Icon, type IconName } from '../icon/icon.tsx';
import { Because } from './because.tsx';
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
  /** Why it cannot be pressed now: it is greyed, can still be reached, and tells when it is. */
  reason?: string | undefined;
}

const classes = ({ kind = 'default', small }: ButtonLook, extra?: string) =>
  ['button', kind !== 'default' && `button-${kind}`, small && 'button-small', extra].filter(Boolean).join(' ');

export function Button(props: ButtonProps) {
  const { kind, small, icon, busy = false, reason, className, children, disabled, onClick, ...rest } = props;
  const isHeld = busy || reason !== undefined;
  return (
    <>
      <button
        type="button"
        {...rest}
        disabled={disabled && reason === undefined}
        className={classes({ kind, small }, className)}
        aria-busy={busy || undefined}
        aria-disabled={isHeld || undefined}
        aria-description={reason}
        onClick={isHeld ? (event) => event.preventDefault() : onClick}
      >
        {busy ? <span className="button-spinner" /> : icon && <Icon name={icon} />}
        {children}
      </button>
      {reason !== undefined && <Because text={reason} />}
    </>
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
      title={rest.reason === undefined ? label : undefined}
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
