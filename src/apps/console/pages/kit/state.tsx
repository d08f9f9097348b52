import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface StateProps {
  /** A state in words: `state.<of>`. */
  of: string;
  /** What is shown takes the whole line. */
  wide?: boolean;
  /** The first button inside opens a layer, which is found there: the tests press it for a picture of its own. */
  opens?: string;
  children: ReactNode;
}

/** A piece of the kit in one of its states. It does not set the focus: the tests do, for their pictures. */
export function State({ of, wide, opens, children }: StateProps) {
  const { t } = useTranslation('kit');
  return (
    <div className={wide ? 'kit-state kit-wide' : 'kit-state'}>
      <small>{t(`state.${of}`)}</small>
      <div className="kit-shown" data-focused={of === 'focus' || undefined} data-opens={opens}>
        {children}
      </div>
    </div>
  );
}
