import { useTranslation } from 'react-i18next';
import { Icon, iconOf } from '#ui/icon/icon.tsx';
import type { Row } from './palette-rows.ts';

interface PaletteRowProps {
  row: Row;
  id: string;
  isActive: boolean;
  onChoose: () => void;
  onTurn: () => void;
}

export function PaletteRow({ row, id, isActive, onChoose, onTurn }: PaletteRowProps) {
  const { t } = useTranslation('console');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the search box
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={row.isOff || undefined}
      aria-keyshortcuts={row.to === undefined ? undefined : 'ArrowRight'}
      className={row.danger ? 'palette-row palette-row-danger' : 'palette-row'}
      onClick={onChoose}
    >
      <Icon name={iconOf(row.icon, 'dot')} />
      <span className="palette-row-title">{row.title}</span>
      <span className="palette-row-hint" data-tip-cut="">
        {row.hint}
      </span>
      {row.to !== undefined && (
        // For the pointer; the keys have the right arrow, and an option holds no other control.
        <span
          className="palette-row-turn"
          aria-hidden="true"
          data-tip={t('palette.turn')}
          onClick={(event) => {
            event.stopPropagation();
            onTurn();
          }}
        >
          <Icon name="next" />
        </span>
      )}
    </div>
  );
}
