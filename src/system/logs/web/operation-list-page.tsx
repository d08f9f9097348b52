import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { logEndpoints } from '../contract/endpoints.ts';
import { operationLog } from '../contract/operation-log.ts';
import { CallName } from './act-names.tsx';
import { RecordChanges } from './changes.tsx';
import { ObjectKind, objectKindFilter } from './object-kinds.tsx';

const FACTS = [
  ...['at', 'userName', 'username', 'address', 'operateType', 'durationMs', 'method', 'route', 'objectId', 'problem'],
  'requestId',
];

export default recordsPage(operationLog, {
  icon: 'list',
  shown: ['userName', 'at', 'operateType', 'action', 'objectKind', 'status', 'durationMs', 'address'],
  widths: { operateType: 96, status: 136, durationMs: 104 },
  cells: {
    action: ({ action, route }) => <CallName action={action} route={route} />,
    objectKind: ({ objectKind }) => <ObjectKind of={objectKind} />,
    status: ({ status }) => <Status status={status} />,
  },
  filters: { objectKind: objectKindFilter },
  facts: FACTS,
  below: ({ id, params }) => <Below id={id} params={params} />,
});

function Status({ status }: { status: number }) {
  const { t } = useTranslation('operation-log');
  if (status < 400) return <Tag tone="success">{t('status.done')}</Tag>;
  const isFailure = status >= 500;
  return (
    <Tag tone={isFailure ? 'danger' : 'warning'}>{t(isFailure ? 'status.failed' : 'status.refused', { status })}</Tag>
  );
}

/** What was asked, and what it changed, record by record. */
function Below({ id, params }: { id: string; params: string }) {
  const { t } = useTranslation('operation-log');
  const query = useQuery({
    queryKey: ['operation-log', 'changes', id],
    queryFn: ({ signal }) => call(logEndpoints.changes, { id }, { signal, notices: 'none' }),
  });
  return (
    <>
      {params !== '' && (
        <>
          <h3>{t('field.params')}</h3>
          <pre className="log-params">{pretty(params)}</pre>
        </>
      )}
      <h3>{t('changes.title')}</h3>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {(changes) =>
          changes.length === 0 ? (
            <p className="quiet">{t('changes.none')}</p>
          ) : (
            changes.map((change) => (
              <RecordChanges
                key={change.id}
                change={change}
                words={{
                  ...{ open: t('changes.open'), none: t('changes.none') },
                  ...{ refused: t('changes.refused'), failed: t('changes.failed') },
                }}
              />
            ))
          )
        }
      </Loaded>
    </>
  );
}

/** A text that was cut to its limit is no JSON any more. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
