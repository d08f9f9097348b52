import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import type { RecordList } from '#ui/record-list/use-record-list.ts';

export interface EmptyListProps {
  list: RecordList<object>;
  action?: ReactNode;
  empty?: ReactNode;
  viewEmpty?: ((view: string) => ReactNode) | undefined;
}

/** What stands in place of the rows where there are none. */
export function EmptyList({ list, action, empty, viewEmpty }: EmptyListProps): ReactNode {
  const { state, shape } = list;
  const isNarrowed = Object.keys(state.values).length > 0 || state.where !== undefined;
  const [first] = shape.views;
  const view = shape.views.find(({ key }) => key === state.view) ?? first;
  const ofView = !isNarrowed && view !== first && view ? viewEmpty?.(view.key) : undefined;
  if (ofView !== undefined) return ofView;
  // a view that shows some records says nothing about whether there are any, the first one neither
  const all = view?.request && shape.views.find(({ request }) => request === undefined);
  const nothing = empty ?? <NothingYet action={action} />;
  if (!isNarrowed && view && all) return <NothingInView list={list} view={view.key} all={all.key} nothing={nothing} />;
  if (isNarrowed || (view?.request && view !== first)) return <NothingFound list={list} />;
  return nothing;
}

interface NothingInViewProps {
  list: Pick<RecordList<object>, 'id' | 'namespace' | 'request' | 'countAll' | 'change'>;
  view: string;
  /** The view of all records. */
  all: string;
  /** Stands there where the others have none either. */
  nothing: ReactNode;
}

function NothingInView({ list, view, all, nothing }: NothingInViewProps) {
  const { t } = useTranslation('ui');
  const { t: own } = useTranslation(list.namespace);
  const { data: total, isPending } = useQuery({
    queryKey: [list.namespace, list.id, 'all', list.request],
    queryFn: ({ signal }) => list.countAll(signal),
  });
  const show = () => list.change({ view: all });
  if (isPending) return null;
  if (total === 0) return nothing;
  return (
    <Empty
      icon="search"
      title={t('list.nothingInView', { view: own(`view.${view}`) })}
      action={<Button onClick={show}>{t('list.showAll')}</Button>}
    >
      {t('list.nothingInViewHint')}
    </Empty>
  );
}

function NothingFound({ list }: { list: Pick<RecordList<object>, 'shape' | 'change'> }) {
  const { t } = useTranslation('ui');
  const clear = () => list.change({ values: {}, where: undefined, view: list.shape.views[0]?.key });
  return (
    <Empty icon="search" title={t('list.nothing')} action={<Button onClick={clear}>{t('list.clearFilters')}</Button>}>
      {t('list.nothingHint')}
    </Empty>
  );
}

function NothingYet({ action }: { action: ReactNode }) {
  const { t } = useTranslation('ui');
  return <Empty title={t('list.first')} action={action} />;
}
