import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { useMay } from '../allowed/allowed.tsx';
import { Button, ButtonLink } from '../button/button.tsx';
import { useLoadedTexts } from '../language/use-language.ts';
import { MenuButton, type MenuEntry } from '../menu/menu.tsx';

export interface RowAction extends MenuEntry {
  /** Left out for readers without the permission of this call. */
  by?: Pick<Endpoint, 'permission'>;
}

export interface RowActionsProps {
  actions: readonly RowAction[];
  /** All in the menu, for cards. */
  collapsed?: boolean;
}

/** At most two in sight, the rest in a menu (ux-guide 3). */
export function actionsInSight(actions: readonly RowAction[], may: ReturnType<typeof useMay>, collapsed = false) {
  const allowed = actions.filter((action) => !action.by || may(action.by));
  const inSight = collapsed ? 0 : allowed.length <= 2 ? 2 : 1;
  return { seen: allowed.slice(0, inSight), rest: allowed.slice(inSight) };
}

export function RowActions({ actions, collapsed }: RowActionsProps) {
  const t = useLoadedTexts('ui');
  const { seen, rest } = actionsInSight(actions, useMay(), collapsed);
  return (
    <div className="row-actions">
      {seen.map(({ key, label, to, disabled, onSelect }) =>
        to ? (
          <ButtonLink key={key} kind="link" to={to} onClick={onSelect}>
            {label}
          </ButtonLink>
        ) : (
          <Button key={key} kind="link" disabled={disabled} onClick={onSelect}>
            {label}
          </Button>
        ),
      )}
      {rest.length > 0 && <MenuButton label={t('table.moreActions')} iconOnly small entries={rest} />}
    </div>
  );
}
