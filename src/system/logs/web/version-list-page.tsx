import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import type { ListedOf } from '#platform/records/contract/define-records.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { dataLog } from '../contract/data-log.ts';
import { logEndpoints } from '../contract/endpoints.ts';
import { ActName } from './act-names.tsx';
import { RecordChanges } from './changes.tsx';
import { ObjectKind, objectKindFilter } from './object-kinds.tsx';

/** The two versions that are compared. */
const useCompared = create<{ ids?: readonly [string, string] | undefined }>(() => ({}));

const Versions = recordsPage(dataLog, {
  icon: 'copy',
  shown: ['objectName', 'objectKind', 'at', 'actorName', 'action', 'reason'],
  titleOf: (row) => <ObjectName of={row} />,
  cells: {
    objectName: (row) => <ObjectName of={row} />,
    action: ({ action }) => <ActName action={action} />,
    objectKind: ({ objectKind }) => <ObjectKind of={objectKind} />,
  },
  filters: { objectKind: objectKindFilter },
  // what was done to what is said below, in words, with its id
  facts: ['at', 'actorName', 'reason'],
  bulkActions: (selection) => <CompareButton selection={selection} />,
  bulkBy: [logEndpoints.compare],
  below: ({ id }) => <Below id={id} />,
});

export default function VersionListPage() {
  const ids = useCompared((compared) => compared.ids);
  return (
    <>
      <Versions />
      {ids && <CompareDialog ids={ids} onClose={() => useCompared.setState({ ids: undefined })} />}
    </>
  );
}

/** What it was called then; a robot whose versions name it nowhere as it is called now, all others by their kind. */
function ObjectName({ of: { objectName, objectKind, objectId } }: { of: ListedOf<typeof dataLog> }) {
  const robots = useCan({ permission: 'robot:view' });
  if (objectKind === 'order') return <RecordNumber of={objectName} />;
  if (objectName !== '') return objectName;
  if (objectKind === 'robot' && robots) return <DictionaryText code="robot,name,id" value={objectId} />;
  return (
    <span className="quiet">
      <ObjectKind of={objectKind} />
    </span>
  );
}

function CompareButton({ selection }: { selection: Selection }) {
  const { t } = useTranslation('data-log');
  const [one, other, ...more] = selection.kind === 'ids' ? selection.ids : [];
  const isPair = one !== undefined && other !== undefined && more.length === 0;
  return (
    <Button small disabled={!isPair} onClick={() => isPair && useCompared.setState({ ids: [one, other] })}>
      {isPair ? t('compare.button') : t('compare.hint')}
    </Button>
  );
}

function CompareDialog({ ids: [one, other], onClose }: { ids: readonly [string, string]; onClose: () => void }) {
  const { t } = useTranslation('data-log');
  const query = useQuery({
    queryKey: ['data-log', 'compare', one, other],
    queryFn: ({ signal }) => call(logEndpoints.compare, { one, other }, { signal, notices: 'none' }),
    retry: false,
  });
  const kind = query.data?.difference.kindName ?? '';
  return (
    <Dialog title={kind === '' ? t('compare.button') : t('compare.title', { kind })} width={640} onClose={onClose}>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {({ older, newer, difference }) => (
          <>
            <p>
              {t('compare.older')}: <Time at={older.at} /> {older.by}
              <br />
              {t('compare.newer')}: <Time at={newer.at} /> {newer.by}
            </p>
            <RecordChanges change={difference} words={{ open: t('changes.open'), none: t('compare.same') }} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function Below({ id }: { id: string }) {
  const { t } = useTranslation('data-log');
  const query = useQuery({
    queryKey: ['data-log', 'version', id],
    queryFn: ({ signal }) => call(logEndpoints.version, { id }, { signal, notices: 'none' }),
  });
  return (
    <>
      <h3>{t('changes.title')}</h3>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {(change) => <RecordChanges change={change} words={{ open: t('changes.open'), none: t('changes.none') }} />}
      </Loaded>
    </>
  );
}
