import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { saidOf } from '#platform/i18n/rules/join-words.ts';
import { Icon } from '../icon/icon.tsx';
import './picker.css';

export interface Picked {
  readonly value: string;
  readonly label: string;
}

export interface PickerBoxProps {
  attributes: Pick<ComponentProps<'button'>, 'id' | 'disabled' | 'aria-invalid' | 'aria-describedby' | 'onBlur'>;
  /** Names what is chosen here. */
  label: string;
  chosen: readonly Picked[];
  onRemove: (value: string) => void;
  onOpen: () => void;
}

/** What is chosen, each with its cross, and the button that opens the choice. */
export function PickerBox({ attributes, label, chosen, onRemove, onOpen }: PickerBoxProps) {
  const { t, i18n } = useTranslation('ui');
  return (
    <div className="picker-box" data-disabled={attributes.disabled || undefined}>
      {chosen.map((one) => (
        <span key={one.value} className="picker-chip">
          <span>{one.label}</span>
          {!attributes.disabled && (
            <button
              type="button"
              aria-label={t('picker.remove', { name: one.label })}
              onClick={() => onRemove(one.value)}
            >
              <Icon name="close" size={12} />
            </button>
          )}
        </span>
      ))}
      <button
        {...attributes}
        type="button"
        className="picker-open"
        aria-haspopup="dialog"
        aria-label={saidOf(label, t('form.choose'), i18n.language)}
        onClick={onOpen}
      >
        {t('form.choose')}
        <Icon name="down" size={14} />
      </button>
    </div>
  );
}
