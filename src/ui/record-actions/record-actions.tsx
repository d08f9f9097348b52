import { useMay } from '../allowed/allowed.tsx';
import { Button, ButtonLink, type ButtonProps } from '../button/button.tsx';
import { MenuButton } from '../menu/menu.tsx';
import { permitted, type RowAction, useOfferedActions } from './offered-actions.ts';

type Look = Pick<ButtonProps, 'kind' | 'small'>;

/** An action of the record, or of the page, as a button and in the palette; nothing for those who may not. */
export function ActionButton({ action, ...look }: Look & { action: RowAction }) {
  useOfferedActions([action]);
  const [allowed] = permitted([action], useMay());
  if (!allowed) return null;
  const { label, icon, to, disabled, reason, onSelect } = allowed;
  return to ? (
    <ButtonLink {...look} icon={icon} to={to} onClick={onSelect}>
      {label}
    </ButtonLink>
  ) : (
    <Button {...look} icon={icon} disabled={disabled} reason={disabled ? reason : undefined} onClick={onSelect}>
      {label}
    </Button>
  );
}

/** Several of them in a menu. */
export function ActionMenu({ label, actions, ...look }: Look & { label: string; actions: readonly RowAction[] }) {
  useOfferedActions(actions);
  const entries = permitted(actions, useMay());
  return entries.length > 0 && <MenuButton {...look} label={label} entries={entries} />;
}
