import { type CSSProperties, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored, writeStored } from '#platform/storage/web/stored.ts';
import { ButtonLink, IconButton } from '../button/button.tsx';
import { CopyLink } from '../copy-link/copy-link.tsx';
import { PanelSkeleton } from '../loaded/detail-skeleton.tsx';
import './side-panel.css';

const STORED_AS = 'panelWidth';
const [WIDTH, NARROWEST, WIDEST, STEP] = [480, 360, 960, 24];

export interface SidePanelProps {
  title: ReactNode;
  onClose: () => void;
  /** Address of the record's own page. */
  fullPage?: string | undefined;
  /** The next or the earlier record of the list behind. */
  onMove?: (by: 1 | -1) => unknown;
  footer?: ReactNode;
  children: ReactNode;
}

/** A non-modal panel beside a list that stays usable: resizable, in the URL, closed by Escape, focus returns to the row. */
export function SidePanel({ title, onClose, fullPage, onMove, footer, children }: SidePanelProps) {
  const { t } = useTranslation('ui');
  const [width, setWidth] = useState(() => readStored<number>(STORED_AS) ?? WIDTH);
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();

  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      // After J and K the focus is in another row by now, and stays there.
      const isElsewhere = document.activeElement !== document.body;
      if (!isElsewhere && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  const resize = (wanted: number) => {
    const fitting = Math.round(Math.min(WIDEST, Math.max(NARROWEST, wanted)));
    setWidth(fitting);
    writeStored(STORED_AS, fitting);
  };
  const fromEnd = (x: number) => (document.dir === 'rtl' ? x : innerWidth - x);

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className="side-panel"
      aria-labelledby={titleId}
      style={{ '--panel-width': `${width}px` } as CSSProperties}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) {
          event.preventDefault();
          onClose();
        }
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that takes focus is the pattern of a resizable pane */}
      <div
        className="side-panel-grip"
        role="separator"
        aria-orientation="vertical"
        aria-label={t('panel.resize')}
        aria-valuenow={width}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) resize(fromEnd(event.clientX));
        }}
        onKeyDown={(event) => {
          const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          resize(width + by);
        }}
      />
      <header className="side-panel-head">
        <h2 id={titleId}>{title}</h2>
        {onMove && (
          <>
            <IconButton icon="up" small label={t('panel.previous')} onClick={() => onMove(-1)} />
            <IconButton icon="down" small label={t('panel.next')} onClick={() => onMove(1)} />
          </>
        )}
        {fullPage && <CopyLink to={fullPage} small />}
        {fullPage && (
          <ButtonLink
            to={fullPage}
            kind="quiet"
            small
            icon="external"
            className="button-icon"
            aria-label={t('panel.fullPage')}
            data-tip={t('panel.fullPage')}
          />
        )}
        <IconButton icon="close" small label={t('close')} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part is reached by keyboard, even with nothing but words in it */}
      <section className="side-panel-body" aria-labelledby={titleId} tabIndex={0}>
        {/* texts that it needs may still come: without this the whole page would go, and the focus with it */}
        <Suspense fallback={<PanelSkeleton />}>{children}</Suspense>
      </section>
      {footer && (
        <footer className="side-panel-foot">
          <Suspense>{footer}</Suspense>
        </footer>
      )}
    </aside>
  );
}
