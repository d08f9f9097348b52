import { useMay } from '../allowed/allowed.tsx';
import { Button, ButtonLink } from '../button/button.tsx';
import { useLoadedTexts } from '../language/use-language.ts';
import { MenuButton } from '../menu/menu.tsx';
import { permitted, type RowAction, useOfferedActions } from '../record-actions/offered-actions.ts';

export interface RowActionsProps {
  actions: readonly RowAction[];
  /** Nothing but the menu, as on the cards of a phone. */
  isMenuOnly?: boolean;
}

/** More are in the menu only (ux-guide 3). */
const QUICK_MAX = 2;

/**
 * All that can be done with a row is in its menu; the first two also stand beside it while the row has the pointer or the focus
 * (`record-table.css`), so that forty rows do not fill the page with blue words.
 */
export function RowActions({ actions, isMenuOnly }: RowActionsProps) {
  const t = useLoadedTexts('ui');
  const allowed = permitted(actions, useMay());
  if (allowed.length === 0) return null;
  return (
    <div className="row-actions">
      {!isMenuOnly && (
        <span className="row-quick">
          {allowed.slice(0, QUICK_MAX).map((action) => (
            <QuickAction key={action.key} action={action} />
          ))}
        </span>
      )}
      <MenuButton label={t('table.actions')} iconOnly small entries={allowed} />
    </div>
  );
}

function QuickAction({ action: { label, to, danger, disabled, reason, onSelect } }: { action: RowAction }) {
  const className = danger ? 'quick-danger' : undefined;
  return to ? (
    <ButtonLink small className={className} to={to} onClick={onSelect}>
      {label}
    </ButtonLink>
  ) : (
    <Button small className={className} disabled={disabled} reason={disabled ? reason : undefined} onClick={onSelect}>
      {label}
    </Button>
  );
}

/** The actions of a row at the foot of its panel. */
export function PanelActions({ actions }: { actions: readonly RowAction[] }) {
  const t = useLoadedTexts('ui');
  useOfferedActions(actions);
  const allowed = permitted(actions, useMay());
  const inSight = allowed.length <= QUICK_MAX ? QUICK_MAX : 1;
  const rest = allowed.slice(inSight);
  return (
    <>
      {allowed.slice(0, inSight).map(({ key, label, to, danger, disabled, reason, onSelect }) =>
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
