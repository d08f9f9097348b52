import { useMay } from '../allowed/allowed.tsx';
import { Button, ButtonLink } from '../button/button.tsx';
import { useLoadedTexts } from '../language/use-language.ts';
import { MenuButton } from '../menu/menu.tsx';
import { permitted, type RowAction, useOfferedActions } from '../record-actions/offered-actions.ts';

export interface RowActionsProps {
  actions: readonly RowAction[];
  collapsed?: Collapsed | undefined;
}

/** All in the menu; `several`: one alone stays in sight. */
export type Collapsed = boolean | 'several';

/** At most two in sight, the rest in a menu (ux-guide 3). */
export function actionsInSight(actions: readonly RowAction[], may: ReturnType<typeof useMay>, collapsed?: Collapsed) {
  const allowed = permitted(actions, may);
  const isAlone = allowed.length === 1 && collapsed === 'several';
  const inSight = collapsed && !isAlone ? 0 : allowed.length <= 2 ? 2 : 1;
  return { seen: allowed.slice(0, inSight), rest: allowed.slice(inSight) };
}

export function RowActions({ actions, collapsed }: RowActionsProps) {
  const t = useLoadedTexts('ui');
  const { seen, rest } = actionsInSight(actions, useMay(), collapsed);
  return (
    <div className="row-actions">
      {seen.map(({ key, label, to, disabled, reason, onSelect }) =>
        to ? (
          <ButtonLink key={key} kind="link" to={to} onClick={onSelect}>
            {label}
          </ButtonLink>
        ) : (
          <Button key={key} kind="link" disabled={disabled} reason={disabled ? reason : undefined} onClick={onSelect}>
            {label}
          </Button>
        ),
      )}
      {rest.length > 0 && <MenuButton label={t('table.moreActions')} iconOnly small entries={rest} />}
    </div>
  );
}

/** The actions of a row at the foot of its panel, but for the one that opens the page `to`, which the panel's head has. */
export function PanelActions({ actions, to }: { actions: readonly RowAction[]; to: string | undefined }) {
  const t = useLoadedTexts('ui');
  const others = actions.filter((action) => action.to === undefined || action.to !== to);
  useOfferedActions(others);
  const { seen, rest } = actionsInSight(others, useMay());
  return (
    <>
      {seen.map(({ key, label, to, danger, disabled, reason, onSelect }) =>
        to ? (
          <ButtonLink key={key} to={to} onClick={onSelect}>
            {label}
          </ButtonLink>
        ) : (
          <Button
            key={key}
            className={danger ? 'panel-danger' : undefined}
            icon={danger ? 'warning' : undefined}
            disabled={disabled}
            reason={disabled ? reason : undefined}
            onClick={onSelect}
          >
            {label}
          </Button>
        ),
      )}
      {rest.length > 0 && <MenuButton label={t('table.moreActions')} entries={rest} />}
    </>
  );
}
