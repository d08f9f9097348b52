import { useTranslation } from 'react-i18next';
import { IconButton } from '../../button/button.tsx';

interface CalendarButtonProps {
  /** Of the field. */
  label: string;
  isOpen: boolean;
  isDisabled: boolean | undefined;
  onOpen: () => void;
}

/** Opens the calendar of a field. */
export function CalendarButton({ label, isOpen, isDisabled, onOpen }: CalendarButtonProps) {
  const { t } = useTranslation('date');
  return (
    <IconButton
      small
      icon="calendar"
      label={t('open', { label })}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      disabled={isDisabled}
      onClick={onOpen}
    />
  );
}
