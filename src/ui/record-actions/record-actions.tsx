import { useMay } from '../allowed/allowed.tsx';
import { Button, ButtonLink, type ButtonProps } from '../button/button.tsx';
import { MenuButton } from '../menu/menu.tsx';
import { useIsNarrow } from '../record-table/use-media.ts';
import { permitted, type RowAction, useOfferedActions } from './offered-actions.ts';

type Look = Pick<ButtonProps, 'kind' | 'small'>;

interface ActionButtonProps extends Look {
  action: RowAction;
  /** Its icon alone on a phone, where its words would push the title of the page away. */
  brief?: boolean;
}

/** An action of the record, or of the page, as a button and in the palette; nothing for those who may not. */
export function ActionButton({ action, brief = false, ...look }: ActionButtonProps) {
  useOfferedActions([action]);
  const isNarrow = useIsNarrow();
  const [allowed] = permitted([action], useMay());
  if (!allowed) return null;
  const { label, icon, to, disabled, reason, onSelect } = allowed;
  const iconAlone = brief && isNarrow && { className: 'button-icon', 'aria-label': label, 'data-tip': label };
  return to ? (
    <ButtonLink {...look} {...iconAlone} icon={icon} to={to} onClick={onSelect}>
      {!iconAlone && label}
    </ButtonLink>
  ) : (
    <Button
      {...look}
      {...iconAlone}
      icon={icon}
      disabled={disabled}
      reason={disabled ? reason : undefined}
      onClick={onSelect}
    >
      {!iconAlone && label}
    </Button>
  );
}

/** Several of them in a menu. */
export function ActionMenu({ label, actions, ...look }: Look & { label: string; actions: readonly RowAction[] }) {
  useOfferedActions(actions);
  const entries = permitted(actions, useMay());
  return entries.length > 0 && <MenuButton {...look} label={label} entries={entries} />;
}
