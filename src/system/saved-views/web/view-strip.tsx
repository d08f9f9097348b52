import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon/icon.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import type { ListViews, ViewedList } from './use-list-views.ts';
import './saved-views.css';

const SAVED = 'saved:';

/** One view alone needs no tab. */
export const hasStrip = (list: ViewedList, views: ListViews): boolean =>
  list.shape.views.length + views.saved.views.length > 1;

/** The tabs of a list: its own, then the saved views; a dot marks the one that was changed. */
export const ViewStrip = memo(PlainStrip);

interface ViewStripProps {
  list: ViewedList;
  views: ListViews;
  controls: string;
  /** How many records each of the list's own views shows, where that is known. */
  counts?: Readonly<Record<string, number | undefined>>;
  /** At the strip's end, where there is room for it. */
  children?: ReactNode;
}

function PlainStrip({ list, views, controls, counts = {}, children }: ViewStripProps) {
  const { t } = useTranslation('saved-views');
  const { t: tUi } = useTranslation('ui');
  const { t: tSlice } = useTranslation(list.namespace);
  const { saved, current, isEdited } = views;
  const system = list.shape.views;
  if (!hasStrip(list, views)) return null;
  return (
    <div className="view-strip">
      <Tabs
        label={tUi('list.views')}
        items={[
          ...system.map(({ key }) => ({
            key,
            label: tSlice(`view.${key}`, { defaultValue: tUi('list.all') }),
            count: counts[key],
          })),
          ...saved.views.map((view) => ({
            key: SAVED + view.id,
            label: (
              <span className="view-tab" data-tip={view.own ? undefined : t('by', { name: view.ownerName })}>
                {view.shared && <Icon name="users" size={14} />}
                {view.name}
                {view.id === current?.id && isEdited && (
                  <span className="view-edited">
                    <span className="hidden-text">{t('edited')}</span>
                  </span>
                )}
              </span>
            ),
          })),
        ]}
        current={current ? SAVED + current.id : (list.state.view ?? '')}
        onChange={(key) => {
          const view = saved.views.find((one) => SAVED + one.id === key);
          if (view) views.open(view);
          else views.openSystem(key);
        }}
        controls={controls}
      />
      {children}
    </div>
  );
}
